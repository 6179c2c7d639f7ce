import { useState } from 'react';
import type { Decision } from '#contract/review/schema.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { confirmedIdsOf } from '#contract/transactions/warnings.ts';
import { toastError } from '#web/ui/toasts.ts';
import { chosenOf } from '../model/flagged.ts';
import { type DecisionForm, EMPTY_DECISION_FORM, useDecide } from './use-decide.ts';

type Target = { decision: Decision; rows: AdminTransaction[] };
type OnDecided = (row: AdminTransaction) => void;

/** State of the dialog that decides one or more requests. */
export function useDecisionDialog(type: TransactionType, onDecided: OnDecided) {
  const [target, setTarget] = useState<Target>({ decision: 'approved', rows: [] });
  const [isOpen, setIsOpen] = useState(false);
  const { decision, rows } = target;
  const chosen = chosenOf({ decision, rows });
  const onFailed = () => toastError({ message: texts.failed });
  const { decide, reset, ...sending } = useDecide({
    type,
    undoable: false,
    onFailed,
    onSettled: (made) => {
      for (const row of made.rows) onDecided({ ...row, status: made.decision });
      if (rows.length > 1) return;
      if (made.rows.length === 0) onFailed();
      else setIsOpen(false);
    },
  });
  const { form } = sending;
  const texts = sending.texts[decision];

  const open = (verdict: Decision, given: AdminTransaction[]) => {
    setTarget({ decision: verdict, rows: given });
    form.start(EMPTY_DECISION_FORM);
    reset();
    setIsOpen(true);
  };

  /** Confirms the approved requests with the receipts of these requests, as they are shown. */
  const submit = (
    values: DecisionForm,
    {
      shown = chosen,
      differentReason,
    }: { shown?: AdminTransaction[]; differentReason?: string } = {},
  ) => {
    const confirmed = decision === 'approved' ? confirmedIdsOf(shown) : [];
    const confirmedDuplicateIds = confirmed.length > 0 ? confirmed : undefined;
    // A warning that has appeared since then is refused.
    const acknowledgedIds = rows.length > 1 ? [] : undefined;
    const confirming = { acknowledgedIds, confirmedDuplicateIds, differentReason };
    decide({ decision, rows: chosen, values, ...confirming });
  };

  return {
    ...sending,
    decision,
    rows,
    /** Requests to decide: an approval of many excludes those to look at. */
    chosen,
    texts,
    isOpen,
    open,
    close: () => setIsOpen(false),
    submit,
  };
}

export type DecisionDialogState = ReturnType<typeof useDecisionDialog>;
