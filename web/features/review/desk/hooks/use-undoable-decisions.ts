import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { toastError } from '#web/ui/toasts.ts';
import { useUndo } from '../../queries.ts';

/** A decision made on the review page, and its undo time; 0 if it cannot be undone. */
export type DeskDecision = { row: AdminTransaction; decision: Decision; undoMs: number };

/** Returns decisions made in this tab that can still be undone, newest last. */
export function useUndoableDecisions(onUndone: (id: string) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [undoable, setUndoable] = useState<DeskDecision[]>([]);
  const timers = useRef(new Set<number>());
  const { mutate } = useUndo();
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) window.clearTimeout(timer);
    };
  }, []);

  const forget = (id: string) =>
    setUndoable((decisions) => decisions.filter(({ row }) => row.id !== id));
  const add = (added: DeskDecision) => {
    forget(added.row.id);
    setUndoable((decisions) => [...decisions, added]);
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      setUndoable((decisions) => decisions.filter((decision) => decision !== added));
    }, added.undoMs);
    timers.current.add(timer);
  };
  const undo = (id: DeskDecision['row']['id']) =>
    mutate(
      { id },
      {
        onSuccess: () => onUndone(id),
        onError: (error) =>
          toastError({ message: errorText(error, t('The decision could not be undone.')) }),
        onSettled: () => forget(id),
      },
    );
  return { newest: undoable.at(-1), add, undo, forget };
}
