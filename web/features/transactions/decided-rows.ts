import type { AdminTransaction } from '#contract/transactions.ts';

/** The lists' order: newest first, ties by id, as the server sorts them. */
function byNewest(a: AdminTransaction, b: AdminTransaction): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  if (byTime !== 0) return byTime;
  return a.id < b.id ? 1 : -1;
}

/** Keeps `row` among the rows that were just decided, in place of what was known of it before. */
export function withRow(decided: AdminTransaction[], row: AdminTransaction): AdminTransaction[] {
  return [...decided.filter(({ id }) => id !== row.id), row];
}

/**
 * The pending list as it is shown: a row that was just decided stays where it stood, as decided,
 * until it is dropped from `decided`, so that a person sees what became of it.
 */
export function mergeDecided(
  pending: AdminTransaction[],
  decided: AdminTransaction[],
): AdminTransaction[] {
  if (decided.length === 0) return pending;
  const ids = new Set(decided.map(({ id }) => id));
  return [...pending.filter(({ id }) => !ids.has(id)), ...decided].sort(byNewest);
}
