import { useState } from 'react';
import type { AdminTransaction } from '#contract/transactions.ts';
import { allOrNone, selectedOf, toggled } from './selection.ts';

/** Which of the rows shown are chosen to be decided at once. */
export function useSelection(rows: AdminTransaction[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: selectedOf(rows, ids),
    has: (row: AdminTransaction) => ids.has(row.id),
    toggle: (row: AdminTransaction) => setIds(toggled(ids, row.id)),
    toggleAll: () => setIds(allOrNone(rows, ids)),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
