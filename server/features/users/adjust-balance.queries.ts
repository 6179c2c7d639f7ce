import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { adjustmentDays } from '#server/db/schema/users.ts';
import { selectFirst, selectionOf } from '#server/db/selection.ts';

type AdminDay = { userId: UserId; day: string };

const sumColumn = selectionOf(adjustmentDays, 't', ['totalPaise']);

/** Returns the sum of an administrator's adjustments of a day. */
export async function selectAdjustedPaise(query: Query, { userId, day }: AdminDay) {
  const statement = `SELECT ${sumColumn.sql} FROM adjustment_days t WHERE user_id = $1 AND day = $2`;
  const row = await selectFirst(query, sumColumn, statement, [userId, day]);
  return row?.totalPaise ?? 0;
}

/**
 * Adds to the sum of an administrator's adjustments of a day and returns the new sum. Locks the sum, so that concurrent
 * adjustments of one administrator see each other.
 */
export async function addAdjustedPaise(
  query: Query,
  { userId, day, amountPaise }: AdminDay & { amountPaise: number },
): Promise<number> {
  const statement = `INSERT INTO adjustment_days AS t (user_id, day, total_paise) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, day) DO UPDATE SET total_paise = t.total_paise + excluded.total_paise
    RETURNING ${sumColumn.sql}`;
  const row = await selectFirst(query, sumColumn, statement, [userId, day, amountPaise]);
  return row?.totalPaise ?? amountPaise;
}
