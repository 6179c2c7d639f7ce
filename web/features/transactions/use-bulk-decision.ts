import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction, DecisionResult } from '#contract/transactions.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastError } from '../../lib/toasts.ts';
import { type Decision, useDecideMany } from './queries.ts';

type Target = { decision: Decision; rows: AdminTransaction[] };

/** A decision on many requests at once: which, the form so far, sending it, and what became of each. */
export function useBulkDecision(onDone: () => void) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<Target>();
  const [isOpen, setIsOpen] = useState(false);
  const [notes, setNotes] = useState('');
  const [sourceId, setSourceId] = useState<string | null>(null);
  const [results, setResults] = useState<DecisionResult[]>();
  const keys = useRequestKeys();
  const { mutate, reset, isPending, error } = useDecideMany();

  const open = (decision: Decision, rows: AdminTransaction[]) => {
    setTarget({ decision, rows });
    setNotes('');
    setSourceId(null);
    setResults(undefined);
    reset();
    setIsOpen(true);
  };
  const submit = () => {
    if (!target) return;
    const ids = target.rows.map(({ id }) => id);
    const requestKey = keys.keyFor([target.decision, ids.join(), sourceId, notes]);
    mutate(
      { decision: target.decision, ids, notes, sourceId, requestKey },
      {
        onSuccess: (answer) => {
          keys.renew();
          setResults(answer.results);
          onDone();
        },
        onError: () =>
          toastError({
            message:
              target.decision === 'approve'
                ? t('Failed to approved transaction')
                : t('Failed to rejected transaction'),
          }),
      },
    );
  };
  return {
    target,
    isOpen,
    isPending,
    error,
    results,
    notes,
    setNotes,
    sourceId,
    setSourceId,
    open,
    close: () => setIsOpen(false),
    submit,
  };
}

export type BulkDecision = ReturnType<typeof useBulkDecision>;
