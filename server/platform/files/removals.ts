import type { Query } from '../../db/database.ts';
import { boolean, selectValue } from '../../db/selection.ts';

/** Held in shared mode by sessions that read the files of a snapshot. No other advisory lock may use this number. */
const READERS_LOCK = 741_306;

/**
 * Call it before taking a snapshot: every file that the snapshot's rows name then stays until the session of `query`
 * ends, because removals check the lock after the row is gone.
 */
export async function keepRemovedFiles(query: Query): Promise<void> {
  await query('SELECT pg_advisory_lock_shared($1)', [READERS_LOCK]);
}

export async function mayRemoveFiles(query: Query): Promise<boolean> {
  const isHeld = boolean(
    `EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid = 0 AND objid = $1 AND objsubid = 1)`,
  );
  return !(await selectValue(query, isHeld, '', [READERS_LOCK]));
}
