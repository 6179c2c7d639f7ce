import { useCallback, useState } from 'react';
import { formatRupees } from '#contract/money.ts';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { useDecisionTexts } from './decision-texts.ts';
import { type Decision, useDecide } from './queries.ts';

type Target = { row: AdminTransaction; decision: Decision };

/** The one decision a screen is taking: what about, the form so far, and sending it. */
export function useDecision(type: TransactionType, onDecided: (row: TransactionDetails) => void) {
  const [target, setTarget] = useState<Target>();
  const [isOpen, setIsOpen] = useState(false);
  const [notes, setNotes] = useState('');
  const [sourceId, setSourceId] = useState<string | null>(null);
  const keys = useRequestKeys();
  const { mutate, reset, isPending, error } = useDecide();
  const texts = useDecisionTexts(type, target?.decision ?? 'approve');

  const open = useCallback(
    (decision: Decision, row: AdminTransaction) => {
      setTarget({ decision, row });
      setNotes('');
      setSourceId(null);
      reset();
      setIsOpen(true);
    },
    [reset],
  );

  const succeed = (row: TransactionDetails) => {
    setIsOpen(false);
    keys.renew();
    const params = { amount: formatRupees(row.amountPaise), user: row.userName };
    toastSuccess({ title: texts.done, message: texts.doneMessage(params) });
    onDecided(row);
  };

  const submit = () => {
    if (!target) return;
    const { row, decision } = target;
    const requestKey = keys.keyFor([decision, row.id, sourceId, notes]);
    mutate(
      { row, decision, notes, sourceId, requestKey },
      { onSuccess: succeed, onError: () => toastError({ message: texts.failed }) },
    );
  };

  return {
    target,
    texts,
    isOpen,
    isPending,
    error,
    notes,
    setNotes,
    sourceId,
    setSourceId,
    open,
    close: () => setIsOpen(false),
    submit,
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
