import { useMemo, useState, useSyncExternalStore } from 'react';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { createStore } from '#web/lib/page/store.ts';

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

/**
 * Selection of displayed rows for a bulk decision. It is a store, so that a click on a checkbox re-renders that row and the
 * bar instead of the page.
 */
export function useSelection() {
  const [ids] = useState(() => createStore<Ids>(new Set()));
  return useMemo(
    () => ({
      ids,
      toggle: ({ id }: AdminTransaction) => ids.set(toggled(ids.get(), id)),
      toggleAll: (rows: AdminTransaction[]) => ids.set(allOrNone(rows, ids.get())),
      /** Selects these rows, including rows on later pages. */
      selectAll: (all: AdminTransaction[]) => ids.set(allOf(all)),
      clear: () => ids.set(new Set()),
    }),
    [ids],
  );
}

export type Selection = ReturnType<typeof useSelection>;

export function useIsSelected({ ids }: Selection, id: string): boolean {
  return useSyncExternalStore(ids.listen, () => ids.get().has(id));
}

/** Returns the selected ones of the displayed rows. */
export function useSelectedRows({ ids }: Selection, rows: AdminTransaction[]): AdminTransaction[] {
  return selectedOf(rows, useSyncExternalStore(ids.listen, ids.get));
}
