/** The rows of a list that are shown, and those that came among them while it was read. */
export type Arrivals<Row> = { shown: Row[]; waiting: Row[] };

/**
 * Parts the rows that came since a list was read from those that are shown: what is on screen moves for
 * none of them. Rows after the last known one are a further page, and shown; so is all of a list of which
 * nothing is known.
 */
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
