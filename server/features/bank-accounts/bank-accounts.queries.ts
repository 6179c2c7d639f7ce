import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query, Tx } from '#server/db/database.ts';
import { bankAccounts } from '../../db/schema/bank-accounts.ts';
import { integer, selectValues } from '../../db/selection.ts';

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

/** An account as it may be stored: each of its hashes with the number itself, for rows that are not sealed. */
export interface KnownAccount {
  n: number;
  userId: string;
  accountNumber: string;
  hash: Buffer | null;
}

/** Returns the numbers `n` of accounts that another user has saved, also if it was removed. */
export async function selectAccountsOfOthers(
  query: Query,
  accounts: KnownAccount[],
): Promise<number[]> {
  return selectValues(
    query,
    integer('n'),
    `FROM unnest($1::int[], $2::uuid[], $3::text[], $4::bytea[]) AS w (n, user_id, number, hash)
     WHERE EXISTS (SELECT FROM bank_accounts b WHERE b.account_number_hash = w.hash AND b.user_id <> w.user_id)
       OR EXISTS (SELECT FROM bank_accounts b WHERE b.account_number = w.number AND b.user_id <> w.user_id)
     GROUP BY n`,
    [
      accounts.map(({ n }) => n),
      accounts.map(({ userId }) => userId),
      accounts.map(({ accountNumber }) => accountNumber),
      accounts.map(({ hash }) => hash),
    ],
  );
}
