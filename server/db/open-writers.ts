import type { Query } from './database.ts';
import { integer, selectValue } from './selection.ts';

/** By table: the sequence of its numbers, and the high 16 bits of the advisory lock that its trigger takes. */
const numbered = {
  events: { sequence: 'events_id_seq', mark: 7260 },
  transaction_changes: { sequence: 'transaction_changes_id_seq', mark: 7262 },
  statement_entries: { sequence: 'statement_entries_id_seq', mark: 7263 },
  audit_log: { sequence: 'audit_log_log_seq_seq', mark: 7261 },
};

/**
 * Returns a number up to which every row is either committed or will never be. A transaction takes its advisory lock
 * before its first row gets a number, so every row in progress has a higher number than its writer's lock. The
 * newest number is read before the locks: a writer whose lock is not yet visible gets a higher one.
 */
export async function readHorizon(query: Query, table: keyof typeof numbered): Promise<number> {
  const { sequence, mark } = numbered[table];
  const horizon = integer(`least(newest.number, (
    SELECT min((classid::bigint << 32 | objid::bigint) & (1::bigint << 48) - 1) FROM pg_locks
    WHERE newest.number IS NOT NULL AND locktype = 'advisory' AND objsubid = 1 AND granted
      AND classid::bigint >> 16 = ${mark}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))`);
  const newest = `FROM (
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS number FROM ${sequence}) AS newest`;
  return (await selectValue(query, horizon, newest)) ?? 0;
}
