import { useState } from 'react';
import type { Decision } from '#contract/review.ts';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { toastError } from '../../../lib/toasts.ts';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { toggled } from '../list/use-selection.ts';
import { chosenOf, isFlagged } from './flagged.ts';
import { type DecisionForm, NOTHING_SAID, useSendDecision } from './use-send-decision.ts';

type Target = { decision: Decision; rows: AdminTransaction[] };
type OnDecided = (row: AdminTransaction, status: Decision) => void;

/** State of a decision on one or more requests: form, submission and results. */
export function useDecision(type: TransactionType, onDecided: OnDecided) {
  const [target, setTarget] = useState<Target>({ decision: 'approved', rows: [] });
  const [isOpen, setIsOpen] = useState(false);
  const form = useCheckedForm({ initialValues: NOTHING_SAID });
  const sending = useSendDecision(type);
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string>>(new Set());
  const { decision, rows } = target;
  const chosen = chosenOf({ decision, rows, checkedIds });
  const texts = sending.texts[decision];

  const open = (verdict: Decision, given: AdminTransaction[]) => {
    setTarget({ decision: verdict, rows: given });
    setCheckedIds(new Set());
    form.start(NOTHING_SAID);
    sending.reset();
    setIsOpen(true);
  };

  const fail = () => toastError({ message: texts.failed });

  const finish = (decided: AdminTransaction[]) => {
    for (const row of decided) onDecided(row, decision);
    if (rows.length > 1) return;
    if (decided.length === 0) return fail();
    setIsOpen(false);
  };

  const submit = (form: DecisionForm) => {
    const flagged = chosen.filter(isFlagged).map(({ id }) => id);
    const acknowledgedIds = rows.length > 1 ? flagged : undefined;
    sending.send(
      { decision, rows: chosen, form, acknowledgedIds },
      { onAnswer: finish, onError: fail },
    );
  };

  const { isPending, error, results } = sending;
  return {
    decision,
    rows,
    /** Requests to decide: a bulk approval excludes those with unchecked warnings. */
    chosen,
    checkedIds,
    toggleChecked: (id: string) => setCheckedIds((ids) => toggled(ids, id)),
    texts,
    isOpen,
    isPending,
    error,
    results,
    form,
    open,
    close: () => setIsOpen(false),
    submit,
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
