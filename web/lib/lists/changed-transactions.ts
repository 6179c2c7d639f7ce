import type { LiveEvent } from '#contract/events/schema.ts';

/** Number of changes to remember. Callers with an older count treat every transaction as changed. */
export const MOST_REMEMBERED = 1000;

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
    record(event: LiveEvent): void {
      if (event.entity === 'resync') remember(Number.NEGATIVE_INFINITY);
      if (event.entity !== 'transaction' || event.audience === 'admin') return;
      remember(event.createdAt ? Date.parse(event.createdAt) : Number.NEGATIVE_INFINITY);
    },
    count: () => forgotten + moments.length,
    /** In milliseconds; Infinity if none changed after a given count of changes. */
    oldestSince: (heard: number) =>
      heard < forgotten
        ? Number.NEGATIVE_INFINITY
        : moments.slice(heard - forgotten).reduce((a, b) => Math.min(a, b), Infinity),
  };
}

export const changedTransactions = createChangedTransactions();
