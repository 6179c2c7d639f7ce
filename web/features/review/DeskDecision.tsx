import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useSession } from '../../lib/session.ts';
import { StateAlert } from '../../ui/StateAlert.tsx';
import { ACTS } from '../../ui/states.ts';
import { useReviewSettings } from '../settings/queries.ts';
import { NotesInput, SourceSelect } from './DecisionFields.tsx';
import classes from './Desk.module.css';
import { DeskReasons } from './DeskReasons.tsx';
import type { DeskState } from './use-desk.ts';
import { useDeskDecision } from './use-desk-decision.ts';
import { useShortcuts } from './use-shortcuts.ts';

const SOURCE_ID = 'desk-source';
const NOTES_ID = 'desk-notes';

type DeskDecisionProps = {
  row: AdminTransaction;
  /** Whether everything that the decision rests on is on screen. */
  isWhole: boolean;
  desk: DeskState;
};

/**
 * The decision in place: what goes with it, and its buttons. A key makes a decision that can be undone, of what
 * is wholly on screen; any other it only brings to its button, for Enter to press.
 */
export function DeskDecision({ row, isWhole, desk }: DeskDecisionProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const decision = useDeskDecision(row, desk.finish);
  const approve = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(0);
  const [isListed, setIsListed] = useState(false);
  const { form, isPending, sending, texts } = decision;
  const isOwn = row.userId === user.id;
  const canUndo = (useReviewSettings().data?.undoSeconds ?? 0) > 0;
  useShortcuts({
    approve: () => {
      if (canUndo && isWhole && !isOwn && !isPending) decision.decide('approved');
      else approve.current?.focus();
    },
    reject: () => setAsked(asked + 1),
    note: () => document.getElementById(NOTES_ID)?.focus(),
    source: () => document.getElementById(SOURCE_ID)?.focus(),
  });
  return (
    <Stack gap="sm">
      {row.type === 'deposit' && <SourceSelect decision={decision} id={SOURCE_ID} />}
      <NotesInput decision={decision} purpose="either" id={NOTES_ID} />
      {form.error && (
        <StateAlert state="failed" role="alert">
          {form.error}
        </StateAlert>
      )}
      {isOwn && (
        <Text size="sm" c="dimmed">
          {t(errorTable.OWN_REQUEST.message)}
        </Text>
      )}
      <div className={classes.acts}>
        <Button
          ref={approve}
          color={ACTS.approve}
          loading={sending === 'approved'}
          disabled={isOwn || isPending}
          onClick={() => decision.decide('approved')}
        >
          {texts.approved.title}
        </Button>
        <Button
          color={ACTS.destroy}
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
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={isListed || asked > 0}
        onClick={() => {
          setIsListed(!(isListed || asked > 0));
          setAsked(0);
        }}
      >
        {t('Reject with a reason')}
      </Button>
      {(isListed || asked > 0) && (
        <DeskReasons
          disabled={isPending}
          asked={asked}
          onChoose={(reasonId) => decision.decide('rejected', reasonId)}
        />
      )}
    </Stack>
  );
}
