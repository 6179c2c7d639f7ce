import { sql } from 'drizzle-orm';
import type { Query } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import { numberEncryption } from '#server/db/schema/encryption.ts';
import {
  boolean,
  computed,
  type Selected,
  selectFirst,
  selectValues,
  text,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import type {
  NumberPlace,
  RowName,
  TransactionAccount,
} from '#server/platform/secrets/account-numbers.ts';

export type StoredRow = RowName & { accountNumber: Sealed; isFound: boolean };
export type SealedRow = StoredRow & { accountNumberHash: Buffer | null; before: Sealed };

const numbers: Record<NumberPlace, { sql: string; where: string; isFound: string }> = {
  bank_accounts: { sql: 'account_number', where: 'true', isFound: 'true' },
  transactions: {
    sql: `beneficiary ->> 'accountNumber'`,
    where: 'beneficiary IS NOT NULL',
    isFound: `EXISTS (SELECT FROM transaction_accounts a WHERE a.user_id = p.user_id AND a.transaction_id = p.id)`,
  },
};

/**
 * Returns the next rows in key order that have an account number, whatever they are sealed with, and whether they can
 * be searched.
 */
export async function selectNumbers(
  query: Query,
  place: NumberPlace,
  { after, limit }: { after: RowName; limit: number },
): Promise<StoredRow[]> {
  const { sql, where, isFound } = numbers[place];
  return query(
    `SELECT user_id AS "userId", id, ${sql} AS "accountNumber", ${isFound} AS "isFound" FROM ${place} p
     WHERE (user_id, id) > ($1::uuid, $2::uuid) AND ${where} ORDER BY user_id, id LIMIT $3`,
    [after.userId, after.id, limit],
  );
}

/**
 * Replaces numbers and their hashes, if they are still as they were read. Rows that others have locked or changed
 * meanwhile are left.
 */
export async function replaceNumbers(
  query: Query,
  place: NumberPlace,
  rows: SealedRow[],
): Promise<number> {
  const changes =
    place === 'bank_accounts'
      ? 'account_number = d.number, account_number_hash = d.hash'
      : `beneficiary = jsonb_set(t.beneficiary, '{accountNumber}', to_jsonb(d.number))`;
  const search =
    place === 'bank_accounts'
      ? ''
      : `, found AS (
           INSERT INTO transaction_accounts (user_id, transaction_id, last_four, account_number_hash)
           SELECT user_id, id, right(number, 4), hash FROM replaced
           ON CONFLICT (user_id, transaction_id) DO UPDATE SET account_number_hash = excluded.account_number_hash)`;
  const replaced = await query(
    `WITH free AS (
       SELECT user_id, id FROM ${place}
       WHERE (user_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) ORDER BY id FOR UPDATE SKIP LOCKED),
     replaced AS (
       UPDATE ${place} AS t SET ${changes}
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[])
         AS d (user_id, id, before, number, hash) JOIN free USING (user_id, id)
       WHERE t.user_id = d.user_id AND t.id = d.id AND t.${numbers[place].sql} = d.before
       RETURNING t.user_id, t.id, d.number, d.hash)${search}
     SELECT FROM replaced`,
    [
      rows.map(({ userId }) => userId),
      rows.map(({ id }) => id),
      rows.map(({ before }) => before),
      rows.map(({ accountNumber }) => accountNumber),
      rows.map((row) => row.accountNumberHash),
    ],
  );
  return replaced.length;
}

/** Makes the numbers of transactions searchable. Transactions that were deleted meanwhile are left out. */
export async function insertFound(query: Query, accounts: TransactionAccount[]): Promise<void> {
  await query(
    `INSERT INTO transaction_accounts (user_id, transaction_id, last_four, account_number_hash)
     SELECT d.* FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) AS d (user_id, id, last_four, hash)
     WHERE EXISTS (SELECT FROM transactions t WHERE t.user_id = d.user_id AND t.id = d.id FOR KEY SHARE)
     ON CONFLICT (user_id, transaction_id) DO NOTHING`,
    [
      accounts.map(({ userId }) => userId),
      accounts.map(({ transactionId }) => transactionId),
      accounts.map(({ lastFour }) => lastFour),
      accounts.map(({ accountNumberHash }) => accountNumberHash),
    ],
  );
}

const completion = computed({
  isSealed: boolean('completed_at IS NOT NULL'),
  isIndexed: boolean('indexed_at IS NOT NULL'),
});

export async function readCompletion(query: Query): Promise<Selected<typeof completion>> {
  const row = await selectFirst(query, completion, 'FROM number_encryption');
  return row ?? { isSealed: false, isIndexed: false };
}

export async function saveCompletion(query: Query, isSealed: boolean): Promise<void> {
  const { indexedAt, completedAt } = numberEncryption;
  await update(query, numberEncryption, {
    set: {
      indexedAt: sql`coalesce(${indexedAt}, now())`,
      ...(isSealed && { completedAt: sql`coalesce(${completedAt}, now())` }),
    },
    where: { id: 1 },
  });
}

/** Forgets the keys that no value is sealed with any more. */
export async function forgetOtherKeys(query: Query, id: string): Promise<void> {
  await query('DELETE FROM secret_keys WHERE id <> $1', [id]);
}

/** Returns the names of the transactions that are open in this database and have written or locked rows. */
export async function listOpenTransactions(query: Query): Promise<string[]> {
  return selectValues(
    query,
    text(`pid || ' ' || backend_xid`),
    `FROM pg_stat_activity
     WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
  );
}
