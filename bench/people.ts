import type { Database } from '../server/db/database.ts';

/** The interval between transactions: a million are two years. */
const SECONDS_APART = 63;
/** The newest is from now: the last days are alike for every length of history. */
const END = new Date().toISOString();
/** The number of pending requests does not grow with the history. */
const PENDING = 1000;
/** Above every number of the audit log. */
const MOST_RECORDS = 1_000_000_000;

/** The number of people for this number of transactions. */
const usersOf = (transactions: number) => Math.round(transactions / 10);

/**
 * Grows a database from `from` to `to` transactions of people with names, profiles, notifications and
 * audit records, by adding the years before the existing ones. Ledger entries are left out, because no
 * screen reads them. The same numbers give the same rows while the program runs.
 */
export async function growHistory(
  db: Database,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await insertUsers(db, { first: usersOf(from) + 1, last: usersOf(to) });
  // Keys and indexes are recreated afterwards: filling them row by row takes many times as long.
  const parts = await dropParts(db);
  await insertTransactions(db, { first: from + 1, last: to });
  await insertTraces(db, { first: from + 1, last: to });
  for (const { remake } of parts) await db.query(remake);
  await db.query('VACUUM ANALYZE');
}

/** Drops the keys and indexes of the large tables, and the foreign keys to them; returns the statements that recreate them, in order. */
async function dropParts(db: Database): Promise<{ remake: string }[]> {
  const large = `('transactions'::regclass, 'transaction_search'::regclass, 'audit_log'::regclass,
    'notifications'::regclass)`;
  const constraints = await db.query<{ drop: string; remake: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS remake
     FROM pg_constraint WHERE conrelid IN ${large} AND contype IN ('p', 'u', 'f') OR confrelid IN ${large}
     ORDER BY contype = 'f'`,
  );
  for (const { drop } of constraints.toReversed()) await db.query(drop);
  const indexes = await db.query<{ drop: string; remake: string }>(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS remake
     FROM pg_index WHERE indrelid IN ${large}`,
  );
  for (const { drop } of indexes) await db.query(drop);
  return [...constraints, ...indexes];
}

interface Span {
  first: number;
  last: number;
}

const momentOf = (n: string) =>
  `(timestamptz '${END}' - (${n})::bigint * interval '${SECONDS_APART} seconds')`;
/** Ids in the format of UUIDv7: the row's time, followed by random digits. */
const idOf = (n: string, at: string) =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0')
    || '7' || substr(md5((${n})::text), 1, 3) || '8' || substr(md5((${n})::text), 4, 15))::uuid`;
const userIdOf = (n: string) => idOf(n, momentOf(`${n} * 10`));
const transactionIdOf = (n: string) => idOf(n, momentOf(n));
/** Assigns people to transactions without a pattern that an index could use. */
const ownerOf = (n: string, people: number) => `(1 + (${n}::bigint * 7919) % ${people})::int`;

async function insertUsers(db: Database, { first, last }: Span): Promise<void> {
  await db.query(
    `INSERT INTO users (id, username, password_hash, role, status, created_at)
     SELECT ${userIdOf('n')}, (ARRAY['asha','ravi','meena','arjun','divya','kiran','lakshmi','vijay'])[1 + n % 8] || '.' || n,
       'none', 'user', CASE WHEN n % 50 = 0 THEN 'inactive' ELSE 'active' END, ${momentOf('n * 10')}
     FROM generate_series($1::int, $2::int) n`,
    [first, last],
  );
  await db.query(
    `INSERT INTO user_profiles (user_id, first_name, last_name, email, updated_at)
     SELECT ${userIdOf('n')}, initcap(split_part(username::text, '.', 1)),
       (ARRAY['Rao','Iyer','Sharma','Patel','Reddy','Nair','Gowda','Das','Khan','Singh'])[1 + n % 10],
       CASE WHEN n % 4 > 0 THEN 'mail' || n || '@example.in' END, created_at
     FROM generate_series($1::int, $2::int) n JOIN users ON users.id = ${userIdOf('n')} WHERE n % 5 > 0`,
    [first, last],
  );
  await db.query(
    `INSERT INTO wallet_balances (user_id, balance_paise, updated_at)
     SELECT ${userIdOf('n')}, n::bigint * 7919 % 10000000, now() FROM generate_series($1::int, $2::int) n`,
    [first, last],
  );
}

async function insertTransactions(db: Database, { first, last }: Span): Promise<void> {
  await db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, payment_method, reference_id, beneficiary,
       permanent_receipt_url, decided_at, approved_at, decided_by, approved_by, source_id, seq, created_at, updated_at)
     SELECT ${userIdOf(ownerOf('n', usersOf(last)))}, ${transactionIdOf('n')}, kind.type, 1000 + (n::bigint * 104729) % 5000000,
       kind.status,
       CASE kind.type WHEN 'deposit' THEN (ARRAY['UPI','UPI','UPI','UPI','UPI','UPI','Bank Transfer','IMPS','Paytm','PhonePe'])[1 + n % 10] END,
       CASE kind.type WHEN 'deposit' THEN 'DEP-' || ms ELSE 'WDL' || ms || n % 1000 END,
       CASE kind.type WHEN 'withdrawal' THEN '{"accountHolderName":"A","accountNumber":"123456789012","bankName":"State Bank of India","ifscCode":null}'::jsonb END,
       '/files/receipts/none',
       CASE WHEN kind.status <> 'pending' THEN moment END, CASE WHEN kind.status = 'approved' THEN moment END,
       CASE WHEN kind.status <> 'pending' THEN admin.id END, CASE WHEN kind.status = 'approved' THEN admin.id END,
       CASE WHEN kind.type = 'deposit' AND kind.status = 'approved' THEN shop.id END, ${MOST_RECORDS} - n, moment, moment
     FROM generate_series($1::int, $2::int) n
     CROSS JOIN (SELECT id FROM users WHERE username = 'admin') AS admin
     CROSS JOIN (SELECT id FROM sources ORDER BY id LIMIT 1) AS shop
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 20 < 13 THEN 'deposit' ELSE 'withdrawal' END AS type,
       CASE WHEN n <= ${PENDING} THEN 'pending' WHEN n % 13 = 0 THEN 'rejected' ELSE 'approved' END AS status) AS kind
     CROSS JOIN LATERAL (SELECT ${momentOf('n')} AS moment, (extract(epoch FROM ${momentOf('n')}) * 1000)::bigint + n % 1000 AS ms) AS m`,
    [first, last],
  );
}

/** A notification and an audit record of each decision; the records' hashes are not real. */
async function insertTraces(db: Database, { first, last }: Span): Promise<void> {
  await db.query(
    `INSERT INTO notifications (user_id, id, title, message, type, category, read, created_at)
     SELECT user_id, id, 'Deposit Approved', 'Your deposit has been approved.', 'success', 'transaction', true, created_at
     FROM transactions WHERE id BETWEEN ${transactionIdOf('$2::int')} AND ${transactionIdOf('$1::int')}`,
    [first, last],
  );
  await db.query(
    `INSERT INTO audit_log (chain_id, seq, id, actor_id, action, entity, entity_id, before, after, ip, created_at, previous_hash, hash, log_seq)
     SELECT user_id::text, ${MOST_RECORDS} - row_number() OVER (ORDER BY created_at DESC) - $1::int, id, decided_by,
       CASE status WHEN 'rejected' THEN 'transaction.reject' ELSE 'transaction.approve' END, 'transaction', id::text,
       '{"status":"pending"}', jsonb_build_object('status', status, 'amountPaise', amount_paise), '127.0.0.1', created_at, '\\x00', '\\x00', seq
     FROM transactions WHERE id BETWEEN ${transactionIdOf('$2::int')} AND ${transactionIdOf('$1::int')}`,
    [first, last],
  );
}
