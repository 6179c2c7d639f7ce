import type { UserId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { LevelLimits } from '#contract/verification-limits/schema.ts';
import type { Period } from '#server/base/days.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { verificationLimits } from '#server/db/schema/verification-limits.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';
import { REFUSED } from '#server/db/statuses.ts';

const columns = selectionOf(verificationLimits, 'l');

export async function selectLimits(query: Query): Promise<LevelLimits[]> {
  return query(`SELECT ${columns.sql} FROM verification_limits l`);
}

/** Serializes changes of the limits. */
export async function lockLimits(query: Query): Promise<void> {
  await query('LOCK TABLE verification_limits IN SHARE ROW EXCLUSIVE MODE');
}

export async function saveLimits(orm: Orm, limits: LevelLimits): Promise<void> {
  await orm
    .insert(verificationLimits)
    .values(limits)
    .onConflictDoUpdate({ target: verificationLimits.level, set: limits });
}

/** Returns the limits of each user whose level has some. */
export async function selectLimitsOf(query: Query, userIds: readonly UserId[]) {
  return query<Selected<typeof columns> & { userId: UserId }>(
    `SELECT u.id AS "userId", ${columns.sql} FROM users u
     JOIN verification_limits l ON l.level = u.verification_level WHERE u.id = ANY ($1::uuid[])`,
    [userIds],
  );
}

export async function selectLevel(
  query: Query,
  userId: UserId,
): Promise<VerificationLevel | undefined> {
  const [user] = await query<{ level: VerificationLevel }>(
    'SELECT verification_level AS level FROM users WHERE id = $1',
    [userId],
  );
  return user?.level;
}

export interface UsedAmounts {
  userId: UserId;
  todayPaise: number;
  thisMonthPaise: number;
}

/** Returns the sums of the requests that are not rejected; no row for a user without requests in this month. */
export async function sumRequests(
  query: Query,
  { type, userIds }: { type: TransactionType; userIds: readonly UserId[] },
  { day, month }: { day: Period; month: Period },
): Promise<UsedAmounts[]> {
  return query(
    `SELECT user_id AS "userId", sum(amount_paise)::bigint AS "thisMonthPaise",
       coalesce(sum(amount_paise) FILTER (WHERE created_at >= $3 AND created_at < $4), 0)::bigint AS "todayPaise"
     FROM transactions
     WHERE user_id = ANY ($1::uuid[]) AND type = $2 AND kind = 'request' AND NOT status ${REFUSED}
       AND created_at >= $5 AND created_at < $6
     GROUP BY user_id`,
    [userIds, type, day.from, day.until, month.from, month.until],
  );
}
