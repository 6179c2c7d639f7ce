import type { Database, Query } from './database.ts';
import { integer, selectValue } from './selection.ts';

/** Blocks of 8 kB that one step reads, and the most steps of a turn. */
const STEP_BLOCKS = 16;
const TURN_STEPS = 256;

interface Step {
  query: Query;
  /** The database's time. */
  at: Date;
  /** SQL: the rows of this step. */
  rows: string;
}

/**
 * Returns a job that reads a table part by part, and begins again after its end. Each step is one transaction about a
 * limited part of the table. So old rows are found without an index, which every new row would have to pay for.
 */
export function createBlockSweep(
  { db }: { db: Database },
  table: string,
  work: (step: Step) => Promise<unknown>,
): () => Promise<void> {
  let next: number | undefined;
  return async () => {
    const blocks = await countBlocks(db.query, table);
    // Not always the beginning: a server that often restarts would never reach the end of a large table.
    next ??= Math.floor(Math.random() * blocks);
    const steps = Math.min(TURN_STEPS, Math.ceil(blocks / STEP_BLOCKS) + 1);
    for (let step = 0; step < steps; step += 1) {
      if (next >= blocks) next = 0;
      const rows = `ctid >= '(${next},0)'::tid AND ctid < '(${next + STEP_BLOCKS},0)'::tid`;
      await db.transaction(({ query, at }) => work({ query, at, rows }));
      next += STEP_BLOCKS;
    }
  };
}

async function countBlocks(query: Query, table: string): Promise<number> {
  const blocks = integer(`pg_relation_size($1::regclass) / current_setting('block_size')::int`);
  return (await selectValue(query, blocks, '', [table])) ?? 0;
}
