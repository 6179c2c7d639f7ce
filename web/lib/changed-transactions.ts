import type { LiveEvent } from '#contract/events.ts';

/** Remembers when the transactions of one's own were made that this tab heard a change of. */
export function createChangedTransactions() {
  const moments: number[] = [];
  return {
    /** Takes note of what an event tells. */
    hear(event: LiveEvent): void {
      if (event.entity === 'resync') moments.push(Number.NEGATIVE_INFINITY);
      if (event.entity !== 'transaction' || event.audience === 'admin') return;
      moments.push(event.createdAt ? Date.parse(event.createdAt) : Number.NEGATIVE_INFINITY);
    },
    /** How many changes were heard so far. */
    count: () => moments.length,
    /** The moment, in milliseconds, of the oldest transaction that changed after so many; infinite when none did. */
    oldestSince: (heard: number) => moments.slice(heard).reduce((a, b) => Math.min(a, b), Infinity),
  };
}

/** Those of this tab. */
export const changedTransactions = createChangedTransactions();
