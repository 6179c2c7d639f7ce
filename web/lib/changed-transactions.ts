import type { LiveEvent } from '#contract/events.ts';

/** Of how many changes the moments are kept; who fell further behind takes everything for changed. */
export const MOST_REMEMBERED = 1000;

/** Remembers when the transactions of one's own were made that this tab heard a change of. */
export function createChangedTransactions() {
  const moments: number[] = [];
  let forgotten = 0;
  const remember = (moment: number) => {
    moments.push(moment);
    if (moments.length <= MOST_REMEMBERED) return;
    moments.shift();
    forgotten += 1;
  };
  return {
    /** Takes note of what an event tells. */
    hear(event: LiveEvent): void {
      if (event.entity === 'resync') remember(Number.NEGATIVE_INFINITY);
      if (event.entity !== 'transaction' || event.audience === 'admin') return;
      remember(event.createdAt ? Date.parse(event.createdAt) : Number.NEGATIVE_INFINITY);
    },
    /** How many changes were heard so far. */
    count: () => forgotten + moments.length,
    /** The moment, in milliseconds, of the oldest transaction that changed after so many; infinite when none did. */
    oldestSince: (heard: number) =>
      heard < forgotten
        ? Number.NEGATIVE_INFINITY
        : moments.slice(heard - forgotten).reduce((a, b) => Math.min(a, b), Infinity),
  };
}

/** Those of this tab. */
export const changedTransactions = createChangedTransactions();
