import { useState } from 'react';
import type { Decision } from '#contract/review.ts';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { toastError } from '../../lib/toasts.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { type DecisionForm, NOTHING_SAID, useSendDecision } from './use-send-decision.ts';

type Target = { decision: Decision; rows: AdminTransaction[] };
type OnDecided = (row: AdminTransaction, status: Decision) => void;

/** The one decision a screen is taking, on one request or many: the form so far, sending it, and what became of each. */
export function useDecision(type: TransactionType, onDecided: OnDecided) {
  const [target, setTarget] = useState<Target>({ decision: 'approved', rows: [] });
  const [isOpen, setIsOpen] = useState(false);
  const form = useCheckedForm({ initialValues: NOTHING_SAID });
  const sending = useSendDecision(type);
  const { decision, rows } = target;
  const texts = sending.texts[decision];

  const open = (verdict: Decision, chosen: AdminTransaction[]) => {
    setTarget({ decision: verdict, rows: chosen });
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

  const submit = (said: DecisionForm) =>
    sending.send({ decision, rows, form: said }, { onAnswer: finish, onError: fail });

  const { isPending, error, results } = sending;
  return {
    decision,
    rows,
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
