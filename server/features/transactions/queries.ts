import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/database.ts';
import { sources, transactions, users } from '../../db/schema.ts';
import type { TransactionRow } from './service.ts';

/** A transaction with the names that administrators read. */
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

/** Transactions with their names, newest first. */
export async function selectNamedRows(db: Database, ids: string[]): Promise<NamedRow[]> {
  if (ids.length === 0) return [];
  return selectNamed(db)
    .where(sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(desc(transactions.createdAt), desc(transactions.id));
}

/** One transaction with its names, if it exists. */
export async function findNamedRow(db: Database, id: string): Promise<NamedRow | undefined> {
  const [row] = await selectNamed(db).where(eq(transactions.id, id));
  return row;
}
