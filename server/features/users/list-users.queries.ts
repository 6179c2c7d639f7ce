import type { UserId } from '#contract/shared/base.ts';
import type { AccountState } from '#contract/users/schema.ts';
import type { Query } from '#server/db/database.ts';
import { walletBalances } from '#server/db/schema/ledger.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  countOf,
  integer,
  optional,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValue,
  text,
  time,
  together,
} from '#server/db/selection.ts';
import type { Position } from '#server/platform/lists/cursor.ts';
import {
  containing,
  containsTerm,
  gatherIds,
  MAX_GATHERED_USERS,
  type Scan,
} from '#server/platform/lists/search.ts';
import { isSavedNumber, type NumberTerm } from '#server/platform/secrets/number-search.ts';

const columns = together(
  selectionOf(users, 'u', [
    ...(['id', 'username', 'role', 'adminRole', 'status', 'createdAt', 'deletedAt'] as const),
    ...(['verificationLevel', 'verificationReason', 'secondFactorSince'] as const),
    ...(['frozenAt', 'freezeReason'] as const),
  ]),
  optional(
    selectionOf(userProfiles, 'p', [
      ...(['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'country'] as const),
      'avatarUrl',
    ]),
  ),
  selectionOf(walletBalances, 'w', ['balancePaise', 'heldPaise']),
);
export type ListedUser = Selected<typeof columns>;
const joins = `LEFT JOIN user_profiles p ON p.user_id = u.id JOIN wallet_balances w ON w.user_id = u.id`;
const order = 'ORDER BY u.created_at DESC, u.id DESC';

export async function findListedUser(
  query: Query,
  userId: UserId,
): Promise<ListedUser | undefined> {
  const statement = `SELECT ${columns.sql} FROM users u ${joins} WHERE u.id = $1 AND u.deleted_at IS NULL`;
  return selectFirst(query, columns, statement, [userId]);
}

/** Returns ids of users whose name, username or e-mail address contains a term, or who saved the account; undefined if there are too many. */
export async function gatherUsers(
  query: Query,
  term: string,
  number?: NumberTerm,
): Promise<UserId[] | undefined> {
  const { sql: containsIt, values } = containsTerm('shown', term);
  const saved = number && isSavedNumber(number, values.length + 1);
  const savers = saved ? `UNION SELECT b.user_id FROM bank_accounts b WHERE ${saved.sql}` : '';
  const sql = `SELECT id FROM (SELECT user_id AS id FROM user_search WHERE ${containsIt} ${savers}) AS matching
    WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = matching.id AND u.deleted_at IS NOT NULL)`;
  const all = [...values, ...(saved?.values ?? [])];
  return gatherIds(query, { sql, values: all, most: MAX_GATHERED_USERS });
}

const isIn: Record<AccountState, string> = {
  current: 'u.deleted_at IS NULL',
  frozen: 'u.deleted_at IS NULL AND u.frozen_at IS NOT NULL',
  withoutFactor: `u.deleted_at IS NULL AND u.role = 'admin' AND u.status = 'active' AND u.second_factor_since IS NULL`,
  deleted: 'u.deleted_at IS NOT NULL',
};

/** Returns users after a position, newest first; only those of `ids` if given. */
export async function selectUsers(
  query: Query,
  {
    after,
    ids,
    limit,
    account = 'current',
  }: { after: Position; ids?: string[] | undefined; limit: number; account?: AccountState },
): Promise<ListedUser[]> {
  const among = ids ? 'u.id = ANY ($4::uuid[]) AND' : '';
  // The limit is applied before the joins, so that only the page's rows are joined.
  const statement = `SELECT ${columns.sql} FROM (
      SELECT * FROM users u WHERE ${among} ${isIn[account]} AND (u.created_at, u.id) < ($1::timestamptz, $2::uuid) ${order} LIMIT $3
    ) AS u ${joins} ${order}`;
  return select(query, columns, statement, [after.at, after.id, limit, ...(ids ? [ids] : [])]);
}

const scannedColumns = computed({
  at: time('looked.at'),
  id: text('looked.id'),
  isMatch: boolean('"isMatch"'),
  isLast: boolean('"isLast"'),
});

export async function scanUsers(
  query: Query,
  {
    after,
    rows: scanned,
    most,
    term,
    number,
  }: {
    after: Position;
    rows: number;
    most: number;
    term: string;
    number?: NumberTerm | undefined;
  },
): Promise<Scan> {
  const saved = number && isSavedNumber(number, 6);
  const isSaver = saved
    ? `EXISTS (SELECT FROM bank_accounts b WHERE b.user_id = u.id AND ${saved.sql})`
    : 'false';
  const rows = await select(
    query,
    scannedColumns,
    `WITH scanned AS (
       SELECT u.created_at, u.id, row_number() OVER (${order}) = $4 AS is_last
       FROM users u WHERE u.deleted_at IS NULL AND (u.created_at, u.id) < ($1::timestamptz, $2::uuid) ${order} LIMIT $4
     )
     SELECT ${scannedColumns.sql} FROM (
       SELECT u.created_at AS at, u.id, (s.shown LIKE $3 OR ${isSaver}) AS "isMatch", u.is_last AS "isLast"
       FROM scanned u JOIN user_search s ON s.user_id = u.id) AS looked
     WHERE "isMatch" OR "isLast" ORDER BY looked.at DESC, looked.id DESC LIMIT $5`,
    [after.at, after.id, containing(term), scanned, most, ...(saved?.values ?? [])],
  );
  return { found: rows.filter((row) => row.isMatch), end: rows.find((row) => row.isLast) };
}

export async function countUsers(query: Query): Promise<number> {
  return (await selectValue(query, integer('sum(count)'), 'FROM user_counts')) ?? 0;
}

/** These states have indexes with few accounts. */
export async function countUsersIn(
  query: Query,
  account: Exclude<AccountState, 'current'>,
): Promise<number> {
  return countOf(query, `users u WHERE ${isIn[account]}`);
}
