import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

const folder = path.resolve(import.meta.dirname, '../../server/db/releases');
const PER_PERSON = 100;
const PEOPLE_AT_ONCE = 500;

/** Returns the names of the kept schemas of releases. */
export function listSchemas(): string[] {
  return readdirSync(folder).map((file) => path.parse(file).name);
}

/** Loads a kept schema into an empty database. */
export async function loadSchema(client: pg.Client, name: string): Promise<void> {
  await client.query(readFileSync(path.join(folder, `${name}.sql`), 'utf8'));
}

/** Inserts people with decided deposits, their ledger and notifications, by statements of the first version. */
export async function fillWithRows(client: pg.Client, rows: number): Promise<void> {
  const people = Math.max(1, Math.floor(rows / PER_PERSON));
  for (let first = 1; first <= people; first += PEOPLE_AT_ONCE) {
    const last = Math.min(people, first + PEOPLE_AT_ONCE - 1);
    await insertPeople(client, { first, last });
    // Otherwise triggers and foreign keys keep the plans for empty tables, which read all rows for each.
    if (isPowerOfTwo((first - 1) / PEOPLE_AT_ONCE + 1)) await client.query('ANALYZE');
  }
  await client.query('VACUUM ANALYZE');
}

const isPowerOfTwo = (number: number) => (number & (number - 1)) === 0;

async function insertPeople(
  client: pg.Client,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, username, password_hash, created_at)
     SELECT gen_random_uuid(), 'person-' || n, 'none', now() - interval '90 days'
     FROM generate_series($1::int, $2::int) AS n RETURNING id`,
    [first, last],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, permanent_receipt_url, request_key,
       decision_key, decided_at, approved_at, created_at, updated_at)
     SELECT u.id, gen_random_uuid(), 'deposit', 1000, d.status, gen_random_uuid()::text, '/files/receipts/none',
       gen_random_uuid(), CASE WHEN d.status <> 'pending' THEN gen_random_uuid() END,
       CASE WHEN d.status <> 'pending' THEN d.at END, CASE WHEN d.status = 'approved' THEN d.at END, d.at, d.at
     FROM unnest($1::uuid[]) AS u (id), LATERAL (SELECT now() - n * interval '20 hours' AS at,
       CASE WHEN n = 1 THEN 'pending' WHEN n <= 10 THEN 'rejected' ELSE 'approved' END AS status
       FROM generate_series(1, ${PER_PERSON}) AS n) AS d`,
    [ids],
  );
  await client.query(
    `INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, seq, balance_after_paise, created_at)
     SELECT user_id, gen_random_uuid(), id, account, CASE account WHEN 'wallet' THEN 1000 ELSE -1000 END,
       CASE account WHEN 'wallet' THEN n END, CASE account WHEN 'wallet' THEN 1000 * n END, decided_at
     FROM (SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY decided_at) AS n
       FROM transactions WHERE status = 'approved' AND user_id = ANY ($1)) AS t, unnest(ARRAY['wallet', 'house']) AS account`,
    [ids],
  );
  await client.query(
    `INSERT INTO wallet_balances (user_id, balance_paise, seq, updated_at)
     SELECT u.id, coalesce(sum(e.amount_paise), 0), count(e.id), now()
     FROM unnest($1::uuid[]) AS u (id) LEFT JOIN ledger_entries e ON e.user_id = u.id AND e.account = 'wallet' GROUP BY u.id`,
    [ids],
  );
  await client.query(
    `INSERT INTO notifications (user_id, id, title, message, created_at)
     SELECT user_id, gen_random_uuid(), 'Deposit', 'Your deposit was decided', decided_at
     FROM transactions WHERE status <> 'pending' AND user_id = ANY ($1)`,
    [ids],
  );
  await client.query('COMMIT');
}
