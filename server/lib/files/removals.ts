import type { Query } from '../../db/database.ts';

/** Any number that no other advisory lock has. Who reads the files of a snapshot holds it, shared. */
const READERS_LOCK = 741_306;

/**
 * Keeps the files of deleted rows until the session of `query` ends or releases them. Taken before a
 * snapshot, it has every file that the snapshot's rows name stay: who removes one looks after its row is gone.
 */
export async function keepRemovedFiles(query: Query): Promise<void> {
  await query('SELECT pg_advisory_lock_shared($1)', [READERS_LOCK]);
}

/** Whether files without a row may be removed now; else the sweep of orphans does it later. */
export async function mayRemoveFiles(query: Query): Promise<boolean> {
  const [held] = await query<{ isHeld: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid = 0 AND objid = $1 AND objsubid = 1) AS "isHeld"`,
    [READERS_LOCK],
  );
  return !held?.isHeld;
}
