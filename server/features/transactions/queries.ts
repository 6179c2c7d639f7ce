import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TransactionType } from '#contract/rules.ts';
import type { Position } from '#server/lib/cursor.ts';
import type { Database } from '#server/lib/db.ts';
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

/** Requests of a type in a tab, newest first. The conditions are those of the partial indexes. */
export async function listNamedRows(
  db: Database,
  page: {
    type: TransactionType;
    tab: 'pending' | 'history';
    after: Position | undefined;
    limit: number;
  },
): Promise<NamedRow[]> {
  const inTab =
    page.tab === 'pending'
      ? sql`${transactions.status} = 'pending'`
      : sql`${transactions.status} <> 'pending'`;
  return selectNamed(db)
    .where(and(eq(transactions.type, page.type), inTab, beforePosition(page.after)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(page.limit);
}

/** One transaction with its names, if it exists. */
export async function findNamedRow(db: Database, id: string): Promise<NamedRow | undefined> {
  const [row] = await selectNamed(db).where(eq(transactions.id, id));
  return row;
}

/** The condition that a transaction comes after a position in a list that runs newest first. */
export function beforePosition(after: Position | undefined): SQL | undefined {
  return (
    after &&
    sql`(${transactions.createdAt}, ${transactions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  );
}
