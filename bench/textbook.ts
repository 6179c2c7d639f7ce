import { pgbench } from './pgbench.ts';
import type { BenchWorld } from './world.ts';

const POSTINGS = 20_000;

const tables = `
  CREATE TABLE book_requests (
    id int PRIMARY KEY, user_id int NOT NULL, amount bigint NOT NULL, status text NOT NULL, decided_at timestamptz);
  CREATE TABLE book_wallets (user_id int PRIMARY KEY, balance bigint NOT NULL);
  CREATE TABLE book_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id int NOT NULL, account text NOT NULL, amount bigint NOT NULL, created_at timestamptz NOT NULL);
  INSERT INTO book_requests SELECT n, n, 1000 + n % 90000, 'pending' FROM generate_series(0, ${POSTINGS - 1}) n;
  INSERT INTO book_wallets SELECT n, 0 FROM generate_series(0, ${POSTINGS - 1}) n;
  VACUUM ANALYZE book_requests;
  VACUUM ANALYZE book_wallets`;

const script = `\\set n :client_id * :share + :turn
\\set turn :turn + 1
BEGIN;
UPDATE book_requests SET status = 'approved', decided_at = now() WHERE id = :n AND status = 'pending'
  RETURNING user_id, amount \\gset
UPDATE book_wallets SET balance = balance + :amount WHERE user_id = :user_id;
INSERT INTO book_entries (request_id, account, amount, created_at)
  VALUES (:n, 'wallet', :amount, now()), (:n, 'house', -:amount::bigint, now());
COMMIT;
`;

/**
 * Postings per second in the textbook way, one a transaction, by pgbench on the same cluster: mark the
 * request, update the wallet, write two entries. No audit log, events, notifications, totals or rights: the limit.
 */
export async function benchTextbook(world: BenchWorld): Promise<number> {
  await world.createDatabase('textbook');
  const { db } = await world.open('textbook');
  for (const statement of tables.split(';')) await db.query(statement);
  await db.close();
  return pgbench(world, { database: 'textbook', script, transactions: POSTINGS });
}
