import type { Database } from '#server/db/database.ts';

const FOLD_BATCH = 10_000;

/**
 * Moves what triggers noted about approved money into the daily flows, as `foldTotals` does for
 * totals: any number of servers may do it at once.
 */
export async function foldFlows(db: Database): Promise<void> {
  await db.query(
    `WITH taken AS (
       SELECT id FROM daily_flow_deltas ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
     ), moved AS (
       DELETE FROM daily_flow_deltas WHERE id IN (SELECT id FROM taken)
       RETURNING day, type, source_id, count, amount_paise
     )
     INSERT INTO daily_flows AS flow (day, type, source_id, count, amount_paise)
     SELECT day, type, source_id, sum(count), sum(amount_paise) FROM moved
     GROUP BY day, type, source_id ORDER BY day, type, source_id
     ON CONFLICT (day, type, source_id) DO UPDATE
       SET count = flow.count + excluded.count, amount_paise = flow.amount_paise + excluded.amount_paise`,
    [FOLD_BATCH],
  );
}
