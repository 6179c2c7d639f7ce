import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useCallback, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim, DeskRequest, WaitingDecision } from '#contract/review/schema.ts';
import type {
  AdminTransaction,
  RelatedRequest,
  ReplacedReceipt,
} from '#contract/transactions/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/states.ts';
import { WaitingConfirmation } from '#web/features/approvals/components/WaitingApproval.tsx';
import { BankEvidence } from '#web/features/reconciliation/components/BankEvidence.tsx';
import { DecidedBy } from '#web/features/transactions/components/Cells.tsx';
import { ReplacedReceipts } from '#web/features/transactions/components/ReplacedReceipts.tsx';
import { TransactionNotes } from '#web/features/transactions/components/TransactionNotes.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { DecisionFields } from '../../decision/components/DecisionFields.tsx';
import { useDecide } from '../../decision/hooks/use-decide.ts';
import type { DeskState } from '../hooks/use-desk.ts';
import type { Evidence } from '../hooks/use-ready-to-decide.ts';
import { REQUEST_HEADING_ID } from '../hooks/use-request-focus.ts';
import classes from './Desk.module.css';
import { DecisionBar, FIELD_IDS } from './DeskDecision.tsx';
import { DeskEvidence } from './DeskEvidence.tsx';
import { DeskFacts, DeskHeadline } from './DeskFacts.tsx';
import { DeskHistory } from './DeskHistory.tsx';
import { DeskWarnings } from './DeskWarnings.tsx';

type DeskRequestViewProps = {
  row: AdminTransaction;
  /** Details that help to decide the request, once loaded. */
  facts: DeskRequest | undefined;
  /** The decision on the request that can still be undone, if any. */
  waiting: WaitingDecision | null | undefined;
  /** Which reviewer the request is assigned to. */
  claim: Claim | null | undefined;
  desk: DeskState;
};

/**
 * A request: the evidence; next to it the facts to compare, in that order; warnings, fields and history, which scroll;
 * and the buttons, which do not.
 */
export function DeskRequestView({ row, facts, waiting, claim, desk }: DeskRequestViewProps) {
  const [compared, setCompared] = useState<RelatedRequest>();
  // The evidence, the facts to compare and the buttons are drawn first: on a slow computer, together with the fields
  // and the history they take longer than a click may.
  const isFilled = useDeferredValue(true, false);
  const receipt = useReceipt(row);
  const decision = useDecide({
    type: row.type,
    undoable: true,
    draftKey: `desk-decision-${row.id}`,
    onSettled: ({ rows, decision, undoMs }) => {
      if (rows.length > 0) desk.finish({ row, decision, undoMs });
    },
  });
  const isHeld = facts?.isHeld && isDecidable(row) && !waiting;
  const isOpen = isDecidable(row) && !waiting && !isHeld;
  const isDeposit = row.type === 'deposit';
  return (
    <article className={classes.request} aria-labelledby={REQUEST_HEADING_ID}>
      <div className={classes.body}>
        <div className={classes.evidence} data-type={row.type}>
          <DeskEvidence
            row={row}
            facts={facts}
            compared={compared}
            onCompare={setCompared}
            {...receipt.callbacks}
          />
          {!isDeposit && facts && isFilled && <DeskHistory facts={facts} />}
        </div>
        <div className={classes.panel}>
          <DeskHeadline row={row} />
          <DeskFacts row={row} facts={facts} part="compared" />
          <div className={classes.scroll} data-in-order>
            <div className={classes.alerts}>
              <DeskWarnings row={row} facts={facts} compared={compared} onCompare={setCompared} />
              {!facts && <FactsAwaited desk={desk} isWarned={row.warnings.length > 0} />}
            </div>
            {isDeposit && (
              <div className={classes.bank}>
                <BankEvidence id={row.id} />
              </div>
            )}
            {/* Below the account of a withdrawal on narrow screens, which has its height only then. */}
            {(isDeposit || facts) && isFilled && (
              <Stack gap="sm" className={classes.rest}>
                <Remarks
                  row={row}
                  claim={waiting ? null : claim}
                  replaced={facts?.request.replacedReceipts}
                />
                {isOpen && (
                  <DecisionFields
                    decision={decision}
                    type={row.type}
                    outcome="either"
                    ids={FIELD_IDS}
                  />
                )}
                {isDeposit && facts && <DeskHistory facts={facts} />}
                <DeskFacts row={row} facts={facts} part="others" />
              </Stack>
            )}
          </div>
        </div>
      </div>
      {isOpen ? (
        <DecisionBar
          row={row}
          evidence={facts ? receipt.evidence : 'loading'}
          decision={decision}
          isLeft={desk.isLeft}
          onSkip={desk.next}
        />
      ) : (
        <div className={classes.bar}>
          {isHeld ? (
            <WaitingConfirmation transactionId={row.id} />
          ) : (
            <Outcome row={row} waiting={waiting} desk={desk} />
          )}
        </div>
      )}
    </article>
  );
}

/** Returns whether the receipt is on screen, and the image's callbacks. A withdrawal has no receipt. */
function useReceipt({ type, receiptUrl }: AdminTransaction) {
  const [loaded, setLoaded] = useState<{ url: string | null; evidence: Evidence }>();
  const onSeen = useCallback(() => setLoaded({ url: receiptUrl, evidence: 'shown' }), [receiptUrl]);
  const onFailed = useCallback(
    () => setLoaded({ url: receiptUrl, evidence: 'missing' }),
    [receiptUrl],
  );
  const initial = receiptUrl ? 'loading' : 'missing';
  // The user may replace the receipt while the request is on screen.
  const ofReceipt = loaded?.url === receiptUrl ? loaded.evidence : initial;
  const evidence: Evidence = type === 'deposit' ? ofReceipt : 'shown';
  return { evidence, callbacks: { onSeen, onFailed } };
}

/** Placeholder until the details have loaded, without a height below the warnings of the queue; or the loading error. */
function FactsAwaited({ desk, isWarned }: { desk: DeskState; isWarned: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { error, refetch } = desk.details;
  if (!error) return isWarned ? <LoadingPart /> : <Skeleton height={24} />;
  return (
    <StateAlert state="failed" role="alert">
      <Stack gap="xs" align="flex-start">
        {errorText(error, t('Failed to fetch transactions'))}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </Stack>
    </StateAlert>
  );
}

type RemarksProps = {
  row: AdminTransaction;
  claim: Claim | null | undefined;
  replaced: ReplacedReceipt[] | undefined;
};

/** Replaced receipts, the user's notes, and the other reviewer who has the request open. */
function Remarks({ row, claim, replaced }: RemarksProps) {
  const { t } = useTranslation();
  return (
    <>
      <ReplacedReceipts row={row} replaced={replaced} />
      <TransactionNotes transaction={row} />
      {claim && !claim.isOwn && isDecidable(row) && (
        <Text size="sm" role="status">
          {t('{{user}} has this request open. You can still approve or reject it.', {
            user: claim.claimedBy,
          })}
        </Text>
      )}
    </>
  );
}

type OutcomeProps = Pick<DeskRequestViewProps, 'row' | 'waiting' | 'desk'>;

/** A decision that was made: it can be undone, or it is final. */
function Outcome({ row, waiting, desk }: OutcomeProps) {
  const { t } = useTranslation();
  if (!waiting) {
    return (
      <Stack gap="3xs" align="flex-start">
        <StateBadge state={toShownStatus(row)} />
        <DecidedBy row={row} />
      </Stack>
    );
  }
  const texts = {
    approved: t('Approved by {{user}}. It takes effect in a few seconds.', {
      user: waiting.decidedBy,
    }),
    rejected: t('Rejected by {{user}}. It takes effect in a few seconds.', {
      user: waiting.decidedBy,
    }),
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{texts[waiting.decision]}</Text>
      {waiting.isOwn && (
        <Button variant="default" onClick={() => desk.undoable.undo(row.id)}>
          {t('Undo', { context: 'decision' })}
        </Button>
      )}
    </Stack>
  );
}
