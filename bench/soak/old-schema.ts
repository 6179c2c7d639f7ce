import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { buildLargeIndexes } from '#server/db/large-indexes.ts';
import { migrationsFolderOf, readMigrations } from '#server/db/migrations.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const JOURNAL = 'meta/_journal.json';
/** The first schema that the product could have had: tables and their guards. */
export const FIRST_SCHEMA = 2;
const PER_PERSON = 100;
const PEOPLE_AT_ONCE = 500;
const SEARCH_TRIGGER = 'transactions_search_insert';

export const migrations = readMigrations(projectDir);

/** Applies the first migrations, as many as given, as the program of that time would have. */
export async function migrateTo(client: pg.Client, count: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-migrations-'));
  try {
    await cp(migrationsFolderOf(projectDir), folder, { recursive: true });
    const file = path.join(folder, JOURNAL);
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] };
    const entries = journal.entries.slice(0, count);
    await writeFile(file, JSON.stringify({ ...journal, entries }));
    const one = migrations[count - 1];
    if (one && count > FIRST_SCHEMA) await buildLargeIndexes(client, [one]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Inserts people with decided deposits, their ledger and notifications, and with `isAudited` audit records, by statements of the
 * first version. The records are not of a valid chain.
 */
export async function fillWithRows(
  client: pg.Client,
  rows: number,
  { isAudited = false } = {},
): Promise<void> {
  const people = Math.max(1, Math.floor(rows / PER_PERSON));
  for (let first = 1; first <= people; first += PEOPLE_AT_ONCE) {
    const last = Math.min(people, first + PEOPLE_AT_ONCE - 1);
    await insertPeople(client, { first, last, isAudited });
    // Otherwise triggers and foreign keys keep the plans for empty tables, which read all rows for each.
    if (isPowerOfTwo((first - 1) / PEOPLE_AT_ONCE + 1)) await client.query('ANALYZE');
  }
  await client.query('VACUUM ANALYZE');
}

const isPowerOfTwo = (number: number) => (number & (number - 1)) === 0;

async function insertPeople(
  client: pg.Client,
  { first, last, isAudited }: { first: number; last: number; isAudited: boolean },
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
  if (isAudited) {
    await client.query(
      `INSERT INTO audit_log (chain_id, seq, id, actor_id, action, entity, entity_id, created_at, previous_hash, hash)
       SELECT user_id::text, row_number() OVER (PARTITION BY user_id ORDER BY created_at), gen_random_uuid(), user_id,
         'transaction.request', 'transaction', id::text, created_at, sha256(''), sha256('')
       FROM transactions WHERE user_id = ANY ($1)`,
      [ids],
    );
  }
  await client.query('COMMIT');
}

/**
 * Does the work without the trigger that fills the search of transactions. Its 4 kB for each transaction take most of the time, and no
 * migration after 0008 reads or changes them.
 */
export async function withoutSearch(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_trigger WHERE tgrelid = 'transactions'::regclass AND tgname = $1`,
    [SEARCH_TRIGGER],
  );
  const change = async (how: 'DISABLE' | 'ENABLE') =>
    rows.length > 0 && client.query(`ALTER TABLE transactions ${how} TRIGGER ${SEARCH_TRIGGER}`);
  await change('DISABLE');
  await work();
  await change('ENABLE');
}
