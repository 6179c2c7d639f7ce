import { useCallback, useState } from 'react';
import { isDecidable, MAX_DECISIONS_AT_ONCE } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';

type Ids = ReadonlySet<string>;

/** Takes an id in, or out when it was in. */
export function toggled(ids: Ids, id: string): Ids {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The chosen rows that may still be decided: one that was decided or left the list is chosen no more. */
export function selectedOf(rows: AdminTransaction[], ids: Ids): AdminTransaction[] {
  return rows.filter((row) => ids.has(row.id) && isDecidable(row));
}

/** Returns the ids of the rows that may be decided, as many as can be decided together. */
export function allOf(rows: AdminTransaction[]): Ids {
  const decidable = rows.filter(isDecidable).slice(0, MAX_DECISIONS_AT_ONCE);
  return new Set(decidable.map(({ id }) => id));
}

/** Returns all ids that may be decided together; none when they are all chosen already. */
export function allOrNone(rows: AdminTransaction[], ids: Ids): Ids {
  const all = allOf(rows);
  const isComplete = [...all].every((id) => ids.has(id));
  return isComplete ? new Set() : all;
}

/** Which of the rows shown are chosen to be decided at once. */
export function useSelection(rows: AdminTransaction[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: selectedOf(rows, ids),
    ids,
    toggle: useCallback(({ id }: AdminTransaction) => setIds((known) => toggled(known, id)), []),
    toggleAll: () => setIds(allOrNone(rows, ids)),
    /** Chooses these rows, which may come after those shown so far. */
    selectAll: (all: AdminTransaction[]) => setIds(allOf(all)),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
