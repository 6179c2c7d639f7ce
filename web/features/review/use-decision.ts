import { useState } from 'react';
import { formatRupees } from '#contract/money.ts';
import type { Decision } from '#contract/review.ts';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useDecisionTexts } from './decision-texts.ts';
import { useDecide } from './queries.ts';

type Target = { decision: Decision; rows: AdminTransaction[] };
export type DecisionForm = { notes: string; sourceId: string | null };
type OnDecided = (row: AdminTransaction, status: Decision) => void;

export const NOTHING_SAID: DecisionForm = { notes: '', sourceId: null };

/** The one decision a screen is taking, on one request or many: the form so far, sending it, and what became of each. */
export function useDecision(type: TransactionType, onDecided: OnDecided) {
  const [target, setTarget] = useState<Target>({ decision: 'approved', rows: [] });
  const [isOpen, setIsOpen] = useState(false);
  const form = useCheckedForm({ initialValues: NOTHING_SAID });
  const keys = useRequestKeys();
  const { mutate, reset, isPending, error, data } = useDecide();
  const { decision, rows } = target;
  const texts = useDecisionTexts(type, decision);

  const open = (verdict: Decision, chosen: AdminTransaction[]) => {
    setTarget({ decision: verdict, rows: chosen });
    form.start(NOTHING_SAID);
    reset();
    setIsOpen(true);
  };

  const finish = (decided: AdminTransaction[]) => {
    keys.renew();
    for (const row of decided) onDecided(row, decision);
    if (rows.length > 1) return;
    const [row] = decided;
    if (!row) return toastError({ message: texts.failed });
    setIsOpen(false);
    const params = { amount: formatRupees(row.amountPaise), user: row.userName };
    toastSuccess({ title: texts.done, message: texts.doneMessage(params) });
  };

  const submit = ({ notes, sourceId }: DecisionForm) => {
    const ids = rows.map(({ id }) => id);
    const said = { notes: notes.trim() || undefined, sourceId: sourceId ?? undefined };
    const requestKey = keys.keyFor([decision, ids.join(), sourceId, notes]);
    mutate(
      { ids, decision, ...said, requestKey },
      {
        onSuccess: ({ results }) => {
          const refused = new Set(results.flatMap(({ id, refusal }) => (refusal ? [id] : [])));
          finish(rows.filter(({ id }) => !refused.has(id)));
        },
        onError: () => toastError({ message: texts.failed }),
      },
    );
  };

  return {
    decision,
    rows,
    texts,
    isOpen,
    isPending,
    error,
    results: data?.results,
    form,
    open,
    close: () => setIsOpen(false),
    submit,
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
