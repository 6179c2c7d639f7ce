import { Alert, Button, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useSession } from '../../lib/session.ts';
import { NotesInput, SourceSelect } from './DecisionFields.tsx';
import classes from './Desk.module.css';
import type { DeskState } from './use-desk.ts';
import { useDeskDecision } from './use-desk-decision.ts';
import { useShortcuts } from './use-shortcuts.ts';

const SOURCE_ID = 'desk-source';
const NOTES_ID = 'desk-notes';

/** The decision in place: what goes with it, and its buttons, which a key reaches and Enter presses. */
export function DeskDecision({ row, desk }: { row: AdminTransaction; desk: DeskState }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const decision = useDeskDecision(row, desk.finish);
  const approve = useRef<HTMLButtonElement>(null);
  const reject = useRef<HTMLButtonElement>(null);
  const { form, isPending, sending, texts } = decision;
  const isOwn = row.userId === user.id;
  useShortcuts({
    approve: () => approve.current?.focus(),
    reject: () => reject.current?.focus(),
    note: () => document.getElementById(NOTES_ID)?.focus(),
    source: () => document.getElementById(SOURCE_ID)?.focus(),
  });
  return (
    <Stack gap="sm">
      {row.type === 'deposit' && <SourceSelect decision={decision} id={SOURCE_ID} />}
      <NotesInput decision={decision} purpose="either" id={NOTES_ID} />
      {form.error && (
        <Alert color="red" role="alert">
          {form.error}
        </Alert>
      )}
      {isOwn && (
        <Text size="sm" c="dimmed">
          {t(errorTable.OWN_REQUEST.message)}
        </Text>
      )}
      <div className={classes.acts}>
        <Button
          ref={approve}
          color="green"
          loading={sending === 'approved'}
          disabled={isOwn || isPending}
          onClick={() => decision.decide('approved')}
        >
          {texts.approved.title}
        </Button>
        <Button
          ref={reject}
          color="red"
          variant="light"
          loading={sending === 'rejected'}
          disabled={isPending}
          onClick={() => decision.decide('rejected')}
        >
          {texts.rejected.title}
        </Button>
        <Button variant="default" disabled={isPending} onClick={desk.next}>
          {t('Skip')}
        </Button>
      </div>
    </Stack>
  );
}
