import { useEffect, useState } from 'react';
import { useLiveEvents } from '#web/features/events/use-live-events.ts';

const HIGHLIGHT_MS = 2000;

/** Returns the id of a transaction that was just created or decided, for about 2 seconds. */
export function useLiveHighlight(): string | undefined {
  const [changed, setChanged] = useState<{ id: string }>();
  useLiveEvents((event) => {
    if (event.entity === 'transaction' && event.op !== 'delete') setChanged({ id: event.id });
  });
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => setChanged(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed?.id;
}
