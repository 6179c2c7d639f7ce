import type { Query } from './database.ts';

export interface Rollup {
  kept: string;
  /** The delta table. It has an id in insertion order, in addition to the keys and sums. */
  deltas: string;
  keys: string[];
  sums: string[];
}

const FOLD_BATCH = 10_000;

/** Each server takes deltas that no other has locked, and updates the sums in the same row order. */
export async function foldDeltas(query: Query, rollup: Rollup): Promise<void> {
  const { kept, deltas, sums } = rollup;
  const keys = rollup.keys.join(', ');
  await query(
    `WITH taken AS (
       SELECT id FROM ${deltas} ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
     ), moved AS (
       DELETE FROM ${deltas} WHERE id IN (SELECT id FROM taken) RETURNING ${keys}, ${sums.join(', ')}
     )
     INSERT INTO ${kept} AS kept (${keys}, ${sums.join(', ')})
     SELECT ${keys}, ${sums.map((sum) => `sum(${sum})`).join(', ')} FROM moved GROUP BY ${keys} ORDER BY ${keys}
     ON CONFLICT (${keys}) DO UPDATE SET ${sums.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(', ')}`,
    [FOLD_BATCH],
  );
}
