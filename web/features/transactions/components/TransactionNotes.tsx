import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { isRefused, type TransactionStatus } from '#contract/transactions/states.ts';
import { useNotesText } from '../hooks/use-reason-text.ts';
import classes from './TransactionNotes.module.css';

type TransactionNotesProps = {
  /** For the user, whose other screens name the reason of a rejection. */
  isOwn?: boolean;
  transaction: {
    status: TransactionStatus;
    userNotes: string | null;
    adminNotes: string | null;
    reason: ReasonTexts | null;
  };
};

/** Notes of the user and the administrator; renders nothing if there are none. */
export function TransactionNotes({ transaction, isOwn = false }: TransactionNotesProps) {
  const { t } = useTranslation();
  const notesText = useNotesText();
  const { status, userNotes, adminNotes, reason } = transaction;
  if (!userNotes && !adminNotes) return null;
  const isReason = isOwn && isRefused({ status });
  const adminLabel = isReason ? t('Rejection Reason:') : t('Administrator notes');
  return (
    <Stack gap="xs">
      {userNotes && <Note label={t('User notes')} text={userNotes} />}
      {adminNotes && <Note label={adminLabel} text={notesText(adminNotes, reason)} />}
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
