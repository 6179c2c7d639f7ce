import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './TransactionNotes.module.css';

type TransactionNotesProps = {
  transaction: { userNotes: string | null; adminNotes: string | null };
};

/** What the user wrote with the request and the administrator with the decision; nothing when neither did. */
export function TransactionNotes({ transaction }: TransactionNotesProps) {
  const { t } = useTranslation();
  const { userNotes, adminNotes } = transaction;
  if (!userNotes && !adminNotes) return null;
  return (
    <Stack gap="xs">
      {userNotes && <Note label={t('User notes')} text={userNotes} />}
      {adminNotes && <Note label={t('Administrator notes')} text={adminNotes} />}
    </Stack>
  );
}

function Note({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.note}>
      <Text size="xs" c="dimmed" fw={600}>
        {label}
      </Text>
      <Text size="sm" className={classes.text}>
        {text}
      </Text>
    </div>
  );
}
