export type Arrivals<Row> = { shown: Row[]; waiting: Row[] };

/** Rows on screen do not move. Rows after the last known row are another page and are shown. */
export function splitArrivals<Row>(
  rows: Row[],
  keyOf: (row: Row) => string,
  known: ReadonlySet<string> | undefined,
): Arrivals<Row> {
  const last = known ? rows.findLastIndex((row) => known.has(keyOf(row))) : -1;
  const isWaiting = (row: Row, index: number) => index < last && !known?.has(keyOf(row));
  return {
    shown: rows.filter((row, index) => !isWaiting(row, index)),
    waiting: rows.filter(isWaiting),
  };
}
