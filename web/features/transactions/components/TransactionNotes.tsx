import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { useNotesText } from '../hooks/use-reason-text.ts';
import classes from './TransactionNotes.module.css';

type TransactionNotesProps = {
  transaction: {
    userNotes: string | null;
    adminNotes: string | null;
    reason: ReasonTexts | null;
  };
};

/** Notes of the user and the administrator; renders nothing if there are none. */
export function TransactionNotes({ transaction }: TransactionNotesProps) {
  const { t } = useTranslation();
  const notesText = useNotesText();
  const { userNotes, adminNotes, reason } = transaction;
  if (!userNotes && !adminNotes) return null;
  return (
    <Stack gap="xs">
      {userNotes && <Note label={t('User notes')} text={userNotes} />}
      {adminNotes && <Note label={t('Administrator notes')} text={notesText(adminNotes, reason)} />}
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
