import { useState } from 'react';
import { splitArrivals } from './arrivals.ts';

type Listed<Row> = {
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Identifies the list. If it changes, all rows are shown. */
  scope: string;
  /** False while rows of the previous scope are placeholders. */
  isCurrent: boolean;
};

/** Hides rows that arrive while the user reads a list until the user shows them. */
export function useArrivals<Row>({ rows, keyOf, scope, isCurrent }: Listed<Row>) {
  const [seen, setSeen] = useState<{ scope: string; keys: ReadonlySet<string> }>();
  const known = isCurrent && seen?.scope === scope ? seen.keys : undefined;
  const { shown, waiting } = splitArrivals(rows, keyOf, known);
  const isNew = shown.some((row) => !known?.has(keyOf(row)));
  if (isCurrent && isNew) setSeen({ scope, keys: new Set(shown.map(keyOf)) });
  return { rows: shown, count: waiting.length, show: () => setSeen(undefined) };
}
