import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { findProjectDir } from '../platform/runtime/project.ts';
import { type Database, openDatabase } from './database.ts';
import { readMigrations } from './migrations.ts';

const FIRST_WITH_QUEUE = 'CREATE TABLE "pending_requests"';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await createDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

const statusesOf = async (table: string, id: string) =>
  db.query(`SELECT id, type, amount_paise FROM ${table} WHERE user_id = $1 ORDER BY amount_paise`, [
    id,
  ]);

test('the migration lists the requests of before, and the triggers those of after', async () => {
  const statements = readMigrations(findProjectDir(import.meta.dirname)).flatMap(
    (migration) => migration.statements,
  );
  const first = statements.findIndex((text) => text.includes(FIRST_WITH_QUEUE));
  for (const statement of statements.slice(0, first)) await db.query(statement);
  const userId = randomUUID();
  await db.query(
    `INSERT INTO users (id, username, password_hash, role, status, created_at) VALUES ($1, 'asha', 'none', 'user', 'active', now())`,
    [userId],
  );
  const ids = Array.from({ length: 6 }, () => randomUUID());
  const insert = (n: number, status: string) =>
    db.query(
      `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, permanent_receipt_url, decided_at,
         approved_at, created_at, updated_at)
       VALUES ($1, $2::uuid, 'deposit', $3, $4, ($2::uuid)::text, '/files/receipts/none', CASE WHEN $4 <> 'pending' THEN now() END,
         CASE WHEN $4 = 'approved' THEN now() END, now(), now())`,
      [userId, ids[n], 100 + n, status],
    );
  for (const [n, status] of ['pending', 'rejected', 'approved'].entries()) await insert(n, status);
  for (const statement of statements.slice(first)) await db.query(statement);
  const row = (n: number) => ({ id: ids[n], type: 'deposit', amount_paise: 100 + n });
  expect(await statusesOf('pending_requests', userId)).toEqual([row(0)]);
  expect(await statusesOf('rejected_requests', userId)).toEqual([row(1)]);
  for (const n of [3, 4, 5]) await insert(n, 'pending');
  await db.query(
    `UPDATE transactions SET status = 'rejected', decided_at = now() WHERE id = ANY ($1)`,
    [[ids[0], ids[3]]],
  );
  await db.query('DELETE FROM transactions WHERE id = ANY ($1)', [[ids[0], ids[4]]]);
  expect(await statusesOf('pending_requests', userId)).toEqual([row(5)]);
  expect(await statusesOf('rejected_requests', userId)).toEqual([row(1), row(3)]);
});
