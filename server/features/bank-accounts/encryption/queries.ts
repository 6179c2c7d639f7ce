import type { Query } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import type { NumberPlace, RowName } from '#server/platform/secrets/account-numbers.ts';

export type StoredRow = RowName & { accountNumber: Sealed };
export type SealedRow = StoredRow & { accountNumberHash: Buffer | null; before: Sealed };

const numbers: Record<NumberPlace, { sql: string; where: string }> = {
  bank_accounts: { sql: 'account_number', where: 'true' },
  transactions: { sql: `beneficiary ->> 'accountNumber'`, where: 'beneficiary IS NOT NULL' },
};

/** Returns the next rows in key order that have an account number, whatever they are sealed with. */
export async function selectNumbers(
  query: Query,
  place: NumberPlace,
  { after, limit }: { after: RowName; limit: number },
): Promise<StoredRow[]> {
  const { sql, where } = numbers[place];
  return query(
    `SELECT user_id AS "userId", id, ${sql} AS "accountNumber" FROM ${place}
     WHERE (user_id, id) > ($1::uuid, $2::uuid) AND ${where} ORDER BY user_id, id LIMIT $3`,
    [after.userId, after.id, limit],
  );
}

/** Replaces numbers that are still as they were read. Rows that others have locked or changed meanwhile are left. */
export async function replaceNumbers(
  query: Query,
  place: NumberPlace,
  rows: SealedRow[],
): Promise<number> {
  const values = [
    rows.map(({ userId }) => userId),
    rows.map(({ id }) => id),
    rows.map(({ before }) => before),
    rows.map(({ accountNumber }) => accountNumber),
    ...(place === 'bank_accounts' ? [rows.map((row) => row.accountNumberHash)] : []),
  ];
  const { sql } = numbers[place];
  const changes =
    place === 'bank_accounts'
      ? 'account_number = d.number, account_number_hash = d.hash'
      : `beneficiary = jsonb_set(t.beneficiary, '{accountNumber}', to_jsonb(d.number))`;
  const hash = place === 'bank_accounts' ? { type: ', $5::bytea[]', name: ', hash' } : undefined;
  const replaced = await query(
    `WITH free AS (
       SELECT user_id, id FROM ${place}
       WHERE (user_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) ORDER BY id FOR UPDATE SKIP LOCKED)
     UPDATE ${place} AS t SET ${changes}
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]${hash?.type ?? ''})
       AS d (user_id, id, before, number${hash?.name ?? ''}) JOIN free USING (user_id, id)
     WHERE t.user_id = d.user_id AND t.id = d.id AND t.${sql} = d.before RETURNING 1`,
    values,
  );
  return replaced.length;
}

export async function isEncryptionComplete(query: Query): Promise<boolean> {
  const rows = await query('SELECT FROM number_encryption WHERE completed_at IS NOT NULL');
  return rows.length > 0;
}

export async function completeEncryption(query: Query): Promise<void> {
  await query('UPDATE number_encryption SET completed_at = now() WHERE completed_at IS NULL');
}

/** Forgets the keys that no value is sealed with any more. */
export async function forgetOtherKeys(query: Query, id: string): Promise<void> {
  await query('DELETE FROM secret_keys WHERE id <> $1', [id]);
}

/** Returns the id of the next transaction. */
export async function readNextTransaction(query: Query): Promise<string> {
  const [row] = await query<{ next: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
  );
  return row?.next ?? '';
}

/** Returns how many transactions with a lower id are open. */
export async function countTransactionsBefore(query: Query, id: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_snapshot_xip(pg_current_snapshot()) AS open (id)
     WHERE open.id < $1::xid8`,
    [id],
  );
  return row?.count ?? 0;
}
