import type { Query } from './database.ts';

/** Figures that are kept added up, beside what triggers have noted since: whoever reads them adds both. */
export interface Rollup {
  kept: string;
  /** Its rows have an id besides, in the order in which they were noted. */
  deltas: string;
  /** What a figure is of: unique in `kept`. */
  keys: string[];
  sums: string[];
}

const FOLD_BATCH = 10_000;

/**
 * Moves what triggers noted into the figures. Any number of servers may do it at once: each takes deltas
 * that no other has taken, and adds them in one order of rows.
 */
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
