const PART = 1000;

/**
 * Calls `read` with parts of a list, one after another, and returns all rows. One query with tens of thousands of values
 * would block the thread for as long as its parameters are written.
 */
export async function readInParts<Value, Row>(
  values: readonly Value[],
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += PART) {
    for (const row of await read(values.slice(at, at + PART))) rows.push(row);
  }
  return rows;
}
