import { useCallback, useState } from 'react';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';

type Ids = ReadonlySet<string>;

export function toggled(ids: Ids, id: string): Ids {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns the selected rows that are still pending and in the list. */
export function selectedOf(rows: AdminTransaction[], ids: Ids): AdminTransaction[] {
  return rows.filter((row) => ids.has(row.id) && isDecidable(row));
}

/** Returns the ids of pending rows, up to the maximum of a bulk decision. */
export function allOf(rows: AdminTransaction[]): Ids {
  const decidable = rows.filter(isDecidable).slice(0, MAX_DECISIONS_AT_ONCE);
  return new Set(decidable.map(({ id }) => id));
}

/** Returns the ids of all selectable rows, or none if all are selected. */
export function allOrNone(rows: AdminTransaction[], ids: Ids): Ids {
  const all = allOf(rows);
  const isComplete = [...all].every((id) => ids.has(id));
  return isComplete ? new Set() : all;
}

/** Selection of displayed rows for a bulk decision. */
export function useSelection(rows: AdminTransaction[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: selectedOf(rows, ids),
    ids,
    toggle: useCallback(({ id }: AdminTransaction) => setIds((known) => toggled(known, id)), []),
    toggleAll: () => setIds(allOrNone(rows, ids)),
    /** Selects these rows, including rows on later pages. */
    selectAll: (all: AdminTransaction[]) => setIds(allOf(all)),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
