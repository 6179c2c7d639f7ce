import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/errors.ts';
import { toastError } from '../../../lib/toasts.ts';
import { useUndo } from '../queries.ts';
import type { MadeDecision } from './use-desk-decision.ts';

/** Returns decisions made in this tab that can still be undone, newest last. */
export function useMadeDecisions(onUndone: (id: string) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [made, setMade] = useState<MadeDecision[]>([]);
  const timers = useRef(new Set<number>());
  const { mutate } = useUndo();
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) window.clearTimeout(timer);
    };
  }, []);

  const forget = (id: string) => setMade((all) => all.filter(({ row }) => row.id !== id));
  const add = (one: MadeDecision) => {
    setMade((all) => [...all.filter(({ row }) => row.id !== one.row.id), one]);
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      setMade((all) => all.filter((other) => other !== one));
    }, one.undoMs);
    timers.current.add(timer);
  };
  const undo = (id: string) =>
    mutate(
      { id: id as MadeDecision['row']['id'] },
      {
        onSuccess: () => onUndone(id),
        onError: (error) =>
          toastError({ message: errorText(error, t('The decision could not be undone.')) }),
        onSettled: () => forget(id),
      },
    );
  return { newest: made.at(-1), add, undo, forget };
}
