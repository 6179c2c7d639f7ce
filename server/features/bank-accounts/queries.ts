import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query, Tx } from '#server/db/database.ts';
import { bankAccounts } from '../../db/schema/bank-accounts.ts';

export type BankAccountRow = typeof bankAccounts.$inferSelect;

const ownedBy = (userId: UserId) =>
  and(eq(bankAccounts.userId, userId), isNull(bankAccounts.deletedAt));

const newestFirst = [desc(bankAccounts.createdAt), desc(bankAccounts.id)];

export async function listAccountRows(
  { orm }: { orm: Orm },
  userId: UserId,
): Promise<BankAccountRow[]> {
  return orm
    .select()
    .from(bankAccounts)
    .where(ownedBy(userId))
    .orderBy(...newestFirst);
}

export async function findAccountRows(
  { orm }: { orm: Orm },
  accounts: { userId: UserId; id: string }[],
): Promise<BankAccountRow[]> {
  const users = sql.param(accounts.map(({ userId }) => userId));
  const ids = sql.param(accounts.map(({ id }) => id));
  const wanted = sql`(SELECT * FROM unnest(${users}::uuid[], ${ids}::uuid[]))`;
  return orm
    .select()
    .from(bankAccounts)
    .where(
      and(
        isNull(bankAccounts.deletedAt),
        sql`(${bankAccounts.userId}, ${bankAccounts.id}) IN ${wanted}`,
      ),
    );
}

/** Returns accounts added after a moment to which no withdrawal was approved yet. */
export async function selectUnusedAccounts(
  query: Query,
  accounts: { userId: UserId; id: string }[],
  addedAfter: Date,
): Promise<{ id: string; createdAt: Date }[]> {
  return query(
    `SELECT b.id, b.created_at AS "createdAt" FROM bank_accounts b
     WHERE (b.user_id, b.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND b.created_at > $3
       AND NOT EXISTS (SELECT FROM transactions t WHERE t.user_id = b.user_id AND t.bank_account_id = b.id
         AND t.created_at >= b.created_at AND t.type = 'withdrawal' AND t.status = 'approved')`,
    [accounts.map(({ userId }) => userId), accounts.map(({ id }) => id), addedAfter],
  );
}

/** Afterwards only `id`, if given, is the default. */
export async function moveDefault(tx: Tx, userId: UserId, id: string | undefined): Promise<void> {
  await tx.orm
    .update(bankAccounts)
    .set({ isDefault: false })
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.isDefault, true)));
  if (id === undefined) return;
  await tx.orm
    .update(bankAccounts)
    .set({ isDefault: true })
    .where(and(ownedBy(userId), eq(bankAccounts.id, id)));
}

export async function insertAccount(tx: Tx, row: BankAccountRow): Promise<void> {
  await tx.orm.insert(bankAccounts).values(row);
}

/** Requests that reference it keep their copy. */
export async function hideAccount(tx: Tx, userId: UserId, id: string): Promise<void> {
  await tx.orm
    .update(bankAccounts)
    .set({ deletedAt: tx.at, isDefault: false })
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
}
