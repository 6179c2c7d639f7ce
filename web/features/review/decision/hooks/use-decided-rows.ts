import { useCallback, useState } from 'react';
import type { LiveEvent } from '#contract/events/schema.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useLiveEvents } from '#web/features/events/use-live-events.ts';

/** The server's order: newest first, ties by id. */
function byNewest(a: AdminTransaction, b: AdminTransaction): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  if (byTime !== 0) return byTime;
  return a.id < b.id ? 1 : -1;
}

/**
 * Adds `row` to the rows that were just decided. Events can arrive late or twice: an older response never reverts a
 * decision or removes the reviewer's name.
 */
export function withDecided<Row extends AdminTransaction>(decided: Row[], row: Row): Row[] {
  const known = decided.find(({ id }) => id === row.id);
  if (isDecidable(row) || (known?.decidedBy && !row.decidedBy)) return decided;
  return [...decided.filter(({ id }) => id !== row.id), row];
}

type Merge<Row> = {
  /** The pending rows of the last response. */
  pending: Row[];
  /** All rows known to be decided since then. */
  decided: Row[];
  /** Ids of rows that keep their position although the server no longer lists them. */
  kept: string[];
};

/**
 * Returns the displayed pending list. A row that was just decided keeps its position and shows its decision. It
 * never looks pending again, even if an older response lists it.
 */
export function mergeDecided<Row extends AdminTransaction>({
  pending,
  decided,
  kept,
}: Merge<Row>): Row[] {
  if (decided.length === 0) return pending;
  const known = new Map(decided.map((row) => [row.id, row]));
  const listed = new Set<string>(pending.map(({ id }) => id));
  const left = decided.filter(({ id }) => kept.includes(id) && !listed.has(id));
  return [...pending.map((row) => known.get(row.id) ?? row), ...left].sort(byNewest);
}

/** Returns the rows known to be decided since the page was opened, by any reviewer. */
export function useDecidedRows<Row extends AdminTransaction>() {
  const [decided, setDecided] = useState<Row[]>([]);
  const markDecided = useCallback((row: Row) => setDecided((rows) => withDecided(rows, row)), []);
  return { decided, markDecided };
}

/** Calls `onDecided` with a listed row and its new status when any reviewer has decided it. */
export function useDecidedElsewhere<Row extends AdminTransaction>(
  rows: Row[],
  onDecided: (row: Row) => void,
): void {
  useLiveEvents((event: LiveEvent) => {
    if (event.entity !== 'transaction' || event.status === 'pending') return;
    const row = rows.find(({ id }) => id === event.id);
    if (row) onDecided({ ...row, status: event.status });
  });
}
