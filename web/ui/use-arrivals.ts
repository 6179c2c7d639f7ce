import { useState } from 'react';
import { splitArrivals } from './arrivals.ts';

type Listed<Row> = {
  rows: Row[];
  keyOf: (row: Row) => string;
  /** What the list is of; under another all its rows are shown. */
  scope: string;
  /** False while rows of another scope stand in for those to come. */
  isCurrent: boolean;
};

/** Has the rows that come while a list is read wait until they are asked for. */
export function useArrivals<Row>({ rows, keyOf, scope, isCurrent }: Listed<Row>) {
  const [seen, setSeen] = useState<{ scope: string; keys: ReadonlySet<string> }>();
  const known = isCurrent && seen?.scope === scope ? seen.keys : undefined;
  const { shown, waiting } = splitArrivals(rows, keyOf, known);
  const isNew = shown.some((row) => !known?.has(keyOf(row)));
  if (isCurrent && isNew) setSeen({ scope, keys: new Set(shown.map(keyOf)) });
  return { rows: shown, count: waiting.length, show: () => setSeen(undefined) };
}
