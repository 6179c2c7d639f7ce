import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { UserId } from '#contract/shared/base.ts';
import { TRANSACTION_TYPES, type TransactionType } from '#contract/transactions/rules.ts';
import type { Database, Query, Tx } from '#server/db/database.ts';
import { insertStatement, updateMany } from '#server/db/insert-many.ts';
import type { NewTransaction } from '#server/db/new-transactions.ts';
import { computed, integer, select, selectValue, word } from '#server/db/selection.ts';
import { POSTED } from '#server/db/statuses.ts';
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

const processingTimes = computed({
  type: word(TRANSACTION_TYPES, 'wanted.type'),
  seconds: integer('ceil(percentile_disc(0.8) WITHIN GROUP (ORDER BY newest.seconds))'),
});

/** Null if there are too few. Reads at most a hundred rows per type, by an index. */
export async function selectProcessingTimes(
  query: Query,
): Promise<Record<TransactionType, number | null>> {
  const statement = `SELECT ${processingTimes.sql}
    FROM unnest(ARRAY['deposit', 'withdrawal']) AS wanted (type), LATERAL (
      SELECT kind, greatest(extract(epoch FROM decided_at - created_at), 0) AS seconds FROM transactions
      WHERE status ${POSTED} AND type = wanted.type ORDER BY created_at DESC, id DESC LIMIT $1) AS newest
    WHERE newest.kind = 'request' GROUP BY wanted.type HAVING count(*) >= $2`;
  const rows = await select(query, processingTimes, statement, [NEWEST, FEWEST]);
  const secondsOf = (type: TransactionType) =>
    rows.find((row) => row.type === type)?.seconds ?? null;
  return { deposit: secondsOf('deposit'), withdrawal: secondsOf('withdrawal') };
}

/** Locks the pending requests of a user in id order, as decisions do. Their number is limited. */
export async function lockPendingOfUser(tx: Tx, userId: UserId): Promise<TransactionRow[]> {
  return tx.orm
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.status, 'pending'),
        sql`${transactions.id} IN (SELECT id FROM pending_requests WHERE user_id = ${userId})`,
      ),
    )
    .orderBy(asc(transactions.id))
    .for('update');
}

/** Stores rejections of locked pending requests. */
export function saveRejected(tx: Tx, rows: readonly TransactionRow[]): void {
  updateMany(tx, transactions, rows, {
    key: ['userId', 'id'],
    set: ['status', 'decidedBy', 'decidedAt', 'version', 'updatedAt'],
  });
}

/** Counts a user's transactions by their days, which is fast for a long history. */
export async function countTransactionsOfUser(tx: Tx, userId: UserId): Promise<number> {
  const count = integer(`sum(pending_deposits + approved_deposits + rejected_deposits
    + pending_withdrawals + approved_withdrawals + rejected_withdrawals)`);
  return (
    (await selectValue(tx.query, count, 'FROM passbook_days WHERE user_id = $1', [userId])) ?? 0
  );
}

export async function insertUnlessTaken(tx: Tx, rows: readonly NewTransaction[]): Promise<number> {
  const { text, values } = insertStatement(transactions, rows, { defaults: ['seq'] });
  const inserted = await tx.query(`${text} ON CONFLICT DO NOTHING RETURNING 1`, values);
  return inserted.length;
}
