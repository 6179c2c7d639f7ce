import type { Tx } from '#server/db/database.ts';
import { select } from '#server/db/selection.ts';
import { type RecordedRow, recordedColumns } from './approvals.queries.ts';

/** Ends waiting requests whose time is over, at most `limit`. Another server's current ones are skipped. */
export async function expireApprovals(tx: Tx, now: Date, limit: number): Promise<RecordedRow[]> {
  return select(
    tx.query,
    recordedColumns,
    `WITH due AS (
       SELECT id FROM approval_requests WHERE state = 'waiting' AND expires_at <= $1
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE approval_requests a SET state = 'expired', input = NULL, ended_at = $1
     FROM due WHERE a.id = due.id RETURNING ${recordedColumns.sql}`,
    [now, limit],
  );
}
