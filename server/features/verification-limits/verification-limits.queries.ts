import type { UserId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import {
  VERIFICATION_LEVELS,
  type VerificationLevel,
} from '#contract/verification-limits/rules.ts';
import type { LevelLimits } from '#contract/verification-limits/schema.ts';
import type { Period } from '#server/base/days.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import { verificationLimits } from '#server/db/schema/verification-limits.ts';
import {
  computed,
  integer,
  renamed,
  type Selected,
  select,
  selectionOf,
  selectValue,
  together,
  word,
} from '#server/db/selection.ts';
import { REFUSED } from '#server/db/statuses.ts';

const columns = selectionOf(verificationLimits, 'l');
const columnsOfUser = together(renamed(users, 'u', { userId: 'id' }), columns);

export async function selectLimits(query: Query): Promise<LevelLimits[]> {
  return select(query, columns, `SELECT ${columns.sql} FROM verification_limits l`);
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
  const statement = `SELECT ${columnsOfUser.sql} FROM users u
    JOIN verification_limits l ON l.level = u.verification_level WHERE u.id = ANY ($1::uuid[])`;
  return select(query, columnsOfUser, statement, [userIds]);
}

export async function selectLevel(
  query: Query,
  userId: UserId,
): Promise<VerificationLevel | undefined> {
  const level = word(VERIFICATION_LEVELS, 'verification_level');
  return selectValue(query, level, 'FROM users WHERE id = $1', [userId]);
}

const usedAmounts = together(
  selectionOf(transactions, 't', ['userId']),
  computed({
    thisMonthPaise: integer('sum(amount_paise)'),
    todayPaise: integer(
      'coalesce(sum(amount_paise) FILTER (WHERE created_at >= $3 AND created_at < $4), 0)',
    ),
  }),
);
export type UsedAmounts = Selected<typeof usedAmounts>;

/** Returns the sums of the requests that are not rejected; no row for a user without requests in this month. */
export async function sumRequests(
  query: Query,
  { type, userIds }: { type: TransactionType; userIds: readonly UserId[] },
  { day, month }: { day: Period; month: Period },
): Promise<UsedAmounts[]> {
  return select(
    query,
    usedAmounts,
    `SELECT ${usedAmounts.sql} FROM transactions t
     WHERE user_id = ANY ($1::uuid[]) AND type = $2 AND kind = 'request' AND NOT status ${REFUSED}
       AND created_at >= $5 AND created_at < $6
     GROUP BY user_id`,
    [userIds, type, day.from, day.until, month.from, month.until],
  );
}
