import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import {
  MAX_CANCELLED_REQUESTS,
  MAX_PENDING_REQUESTS,
  MAX_REQUESTS_PER_DAY,
} from '#contract/transactions/rules.ts';
import { indianPeriodsOf } from '#server/base/days.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, insertSelect } from '#server/db/insert-many.ts';
import {
  cancelledRequests,
  transactionAccounts,
  transactions,
} from '#server/db/schema/transactions.ts';
import {
  computed,
  integer,
  personId,
  select,
  selectionOf,
  selectValue,
} from '#server/db/selection.ts';
import { toTransactionAccount } from '#server/platform/secrets/account-numbers.ts';
import { insertUnlessTaken, type TransactionRow } from './transactions.queries.ts';

export async function findRequests(
  tx: Tx,
  keys: { userId: UserId; requestKey: string }[],
): Promise<(TransactionRow | undefined)[]> {
  const users = sql.param(keys.map((key) => key.userId));
  const requestKeys = sql.param(keys.map((key) => key.requestKey));
  const { userId, requestKey } = transactions;
  const rows = await tx.orm
    .select()
    .from(transactions)
    .where(
      sql`(${userId}, ${requestKey}) IN (SELECT * FROM unnest(${users}::uuid[], ${requestKeys}::uuid[]))`,
    );
  const found = new Map(rows.map((row) => [toName(row.userId, row.requestKey ?? ''), row]));
  return keys.map((key) => found.get(toName(key.userId, key.requestKey)));
}

export const toName = (userId: string, requestKey: string) =>
  `${userId} ${requestKey.toLowerCase()}`;

const cancelledColumns = selectionOf(cancelledRequests, 'c', ['userId', 'requestKey']);

export async function findCancelled(
  tx: Tx,
  keys: { userId: UserId; requestKey: string }[],
): Promise<Set<string>> {
  const rows = await select(
    tx.query,
    cancelledColumns,
    `SELECT ${cancelledColumns.sql} FROM cancelled_requests c
     WHERE (user_id, request_key) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [keys.map((key) => key.userId), keys.map((key) => key.requestKey)],
  );
  return new Set(rows.map(({ userId, requestKey }) => toName(userId, requestKey)));
}

const INSERT_CANCELLED = insertSelect(cancelledRequests, {
  userId: '$1::uuid',
  requestKey: '$2::uuid',
  createdAt: '$3::timestamptz',
});

/** Cancels a key; may be repeated. Returns false if the user has cancelled too many. The wallet is locked. */
export async function cancelKey(
  tx: Tx,
  { userId, requestKey }: { userId: UserId; requestKey: string },
): Promise<boolean> {
  const cancelled = await tx.query(
    `${INSERT_CANCELLED}
     WHERE (SELECT count(*) FROM cancelled_requests WHERE user_id = $1 AND request_key <> $2) < $4
     ON CONFLICT (user_id, request_key) DO UPDATE SET created_at = excluded.created_at
     RETURNING 1`,
    [userId, requestKey, tx.at, MAX_CANCELLED_REQUESTS],
  );
  return cancelled.length > 0;
}

export async function deleteCancelledBefore(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM cancelled_requests WHERE created_at < $1', [before]);
}

/** The number of a user's pending requests, and of those made today. Neither counts beyond its limit. */
export interface RequestCounts {
  pending: number;
  today: number;
}

const counts = computed({
  userId: personId('wanted.id'),
  pending: integer(`SELECT count(*) FROM (
    SELECT FROM pending_requests WHERE user_id = wanted.id LIMIT $2) AS pending`),
  today: integer(`SELECT count(*) FROM (
    SELECT FROM transactions WHERE user_id = wanted.id AND created_at >= $3 AND kind = 'request' LIMIT $4) AS made`),
});

export async function countRequests(
  tx: Tx,
  keys: { userId: UserId }[],
): Promise<Map<UserId, RequestCounts>> {
  const { day } = indianPeriodsOf(tx.at);
  const userIds = [...new Set(keys.map((key) => key.userId))];
  const counted = await select(
    tx.query,
    counts,
    `SELECT ${counts.sql} FROM unnest($1::uuid[]) AS wanted (id)`,
    [userIds, MAX_PENDING_REQUESTS, day.from, MAX_REQUESTS_PER_DAY],
  );
  return new Map(counted.map(({ userId, ...counts }) => [userId, counts]));
}

/** Returns the first millisecond from `from` whose deposit reference no committed transaction has. */
export async function findFreeMillisecond(tx: Tx, from: number): Promise<number> {
  // The scalar subquery makes each candidate one index lookup, whatever the size of the table.
  const free = await selectValue(
    tx.query,
    integer('ms'),
    `FROM generate_series($1::bigint, $1::bigint + 10000) AS ms
     WHERE (SELECT true FROM transactions WHERE reference_id = 'DEP-' || ms) IS NULL LIMIT 1`,
    [from],
  );
  return free ?? from;
}

/** Inserts requests in order. If a reference is in use, inserts and locks nothing and returns false. */
export async function insertAllOrNone(tx: Tx, rows: TransactionRow[]): Promise<boolean> {
  // A single row that is not inserted has locked nothing.
  if (rows.length > 1) await tx.query('SAVEPOINT before_references');
  if ((await insertUnlessTaken(tx, rows)) === rows.length) {
    const accounts = rows.flatMap(({ userId, id, beneficiary }) => {
      const accountNumber = beneficiary?.accountNumber;
      return toTransactionAccount(tx.secrets, { userId, id, accountNumber }) ?? [];
    });
    insertMany(tx, transactionAccounts, accounts);
    return true;
  }
  if (rows.length > 1) await tx.query('ROLLBACK TO SAVEPOINT before_references');
  return false;
}
