import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { UserId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Database, Query, Tx } from '#server/db/database.ts';
import { insertStatement } from '#server/db/insert-many.ts';
import type { NewTransaction } from '#server/db/new-transactions.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';
import { sources } from '../../db/schema/sources.ts';
import { transactions } from '../../db/schema/transactions.ts';
import { users } from '../../db/schema/users.ts';

/** Without the number that the database assigns to a new row: only the passbook's order needs it. */
export type TransactionRow = Omit<typeof transactions.$inferSelect, 'seq'>;
export interface NamedRow extends TransactionRow {
  userName: string;
  sourceName: string | null;
  deciderName: string | null;
}

const deciders = alias(users, 'deciders');

function selectNamed(db: Database) {
  return db.orm
    .select({
      ...getTableColumns(transactions),
      userName: users.username,
      sourceName: sources.name,
      deciderName: deciders.username,
    })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .leftJoin(sources, eq(sources.id, transactions.sourceId))
    .leftJoin(deciders, eq(deciders.id, transactions.decidedBy))
    .$dynamic();
}

export async function selectNamedRows(db: Database, ids: string[]): Promise<NamedRow[]> {
  if (ids.length === 0) return [];
  return selectNamed(db)
    .where(sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(desc(transactions.createdAt), desc(transactions.id));
}

export async function findNamedRow(db: Database, id: string): Promise<NamedRow | undefined> {
  const [row] = await selectNamed(db).where(eq(transactions.id, id));
  return row;
}

export async function findOwnRow(
  db: Database,
  { userId, id }: { userId: UserId; id: string },
): Promise<TransactionRow | undefined> {
  const isTheirs = and(eq(transactions.userId, userId), eq(transactions.id, id));
  const [row] = await db.orm.select().from(transactions).where(isTheirs);
  return row;
}

/** Locks a transaction of its owner until the transaction ends. */
export async function lockOwnRow(
  tx: Tx,
  { userId, id }: { userId: UserId; id: string },
): Promise<TransactionRow | undefined> {
  const isTheirs = and(eq(transactions.userId, userId), eq(transactions.id, id));
  const [row] = await tx.orm.select().from(transactions).where(isTheirs).for('update');
  return row;
}

const NEWEST = 100;
const FEWEST = 5;

/** Null if there are too few. Reads at most a hundred rows per type, by an index. */
export async function selectProcessingTimes(
  query: Query,
): Promise<Record<TransactionType, number | null>> {
  const rows = await query<{ type: TransactionType; seconds: number }>(
    `SELECT wanted.type, ceil(percentile_disc(0.8) WITHIN GROUP (ORDER BY newest.seconds))::int AS seconds
     FROM unnest(ARRAY['deposit', 'withdrawal']) AS wanted (type), LATERAL (
       SELECT kind, greatest(extract(epoch FROM decided_at - created_at), 0) AS seconds FROM transactions
       WHERE status = 'approved' AND type = wanted.type ORDER BY created_at DESC, id DESC LIMIT $1) AS newest
     WHERE newest.kind = 'request' GROUP BY wanted.type HAVING count(*) >= $2`,
    [NEWEST, FEWEST],
  );
  const secondsOf = (type: TransactionType) =>
    rows.find((row) => row.type === type)?.seconds ?? null;
  return { deposit: secondsOf('deposit'), withdrawal: secondsOf('withdrawal') };
}

const lockedColumns = selectionOf(transactions, 't', ['id', 'type', 'status', 'amountPaise']);
export type LockedTransaction = Selected<typeof lockedColumns>;

/** Locks all transactions of a user in id order, as decisions do. */
export async function lockTransactionsOfUser(tx: Tx, userId: UserId): Promise<LockedTransaction[]> {
  return tx.query(
    `SELECT ${lockedColumns.sql} FROM transactions t WHERE user_id = $1 ORDER BY id FOR UPDATE`,
    [userId],
  );
}

export async function hasMoreTransactions(
  tx: Tx,
  userId: UserId,
  locked: number,
): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM transactions WHERE user_id = $1',
    [userId],
  );
  return row?.count !== locked;
}

/** Triggers update the totals. */
export async function deleteTransactionsOfUser(tx: Tx, userId: UserId): Promise<void> {
  await tx.query('DELETE FROM transactions WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM passbook_days WHERE user_id = $1', [userId]);
}

/** Skips those whose reference or key is in use. Returns the number of inserted ones. */
export async function insertUnlessTaken(tx: Tx, rows: readonly NewTransaction[]): Promise<number> {
  const { text, values } = insertStatement(transactions, rows, { defaults: ['seq'] });
  const inserted = await tx.query(`${text} ON CONFLICT DO NOTHING RETURNING 1`, values);
  return inserted.length;
}
