import { and, desc, eq, sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Database } from '#server/db/database.ts';
import type { Position } from '#server/platform/lists/cursor.ts';
import { transactions } from '../../db/schema/transactions.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

export async function listWithdrawalRows(
  db: Database,
  { userId, after, limit }: { userId: UserId; after: Position | undefined; limit: number },
): Promise<TransactionRow[]> {
  const before = after
    ? sql`(${transactions.createdAt}, ${transactions.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return db.orm
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), eq(transactions.type, 'withdrawal'), before))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(limit);
}
