import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { type Database, openDatabase } from './database.ts';
import { buildLargeIndexes } from './large-indexes.ts';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

const migrationOf = (...statements: string[]) => [
  { name: '9999_index', hash: '', createdAt: 0, statements },
];
const NAMED =
  '-- Why.\nCREATE INDEX IF NOT EXISTS "banks_test_idx" ON "banks" USING btree ("name");';
const insertBank = (name: string) =>
  db.query(
    `INSERT INTO banks (id, name, code, created_at) VALUES (gen_random_uuid(), $1, $1, now())`,
    [name],
  );
const isValid = async () =>
  db.query(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('banks_test_idx')`,
  );

test('builds an index while others write', async () => {
  const client = await db.background.pool.connect();
  const writer = await db.background.pool.connect();
  try {
    await writer.query('BEGIN; LOCK TABLE banks IN ROW EXCLUSIVE MODE');
    await client.query(`SET lock_timeout = '20ms'`);
    const built = buildLargeIndexes(client, migrationOf(NAMED));
    const waiting = () =>
      db.query(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'
           AND datname = current_database()`,
      );
    await expect.poll(waiting).toHaveLength(1);
    await insertBank('Bank of the writer');
    await writer.query('COMMIT');
    await built;
    expect(await isValid()).toEqual([{ valid: true }]);
    expect((await client.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '20ms' }]);
  } finally {
    client.release(true);
    writer.release(true);
  }
});

test('replaces an index that was left unfinished', async () => {
  const client = await db.background.pool.connect();
  const writer = await db.background.pool.connect();
  try {
    await db.query('DROP INDEX IF EXISTS banks_test_idx');
    await writer.query('BEGIN; LOCK TABLE banks IN ROW EXCLUSIVE MODE');
    await client.query(`SET lock_timeout = '20ms'`);
    const interrupted = client.query('CREATE INDEX CONCURRENTLY banks_test_idx ON banks (name)');
    await expect(interrupted).rejects.toThrow(/lock timeout/);
    await writer.query('COMMIT');
    expect(await isValid()).toEqual([{ valid: false }]);
    await buildLargeIndexes(client, migrationOf(NAMED));
    expect(await isValid()).toEqual([{ valid: true }]);
  } finally {
    client.release(true);
    writer.release(true);
  }
});

test('leaves indexes of new tables and columns to their migration', async () => {
  const client = await db.background.pool.connect();
  const newTable = 'CREATE INDEX IF NOT EXISTS "other_idx" ON "no_such_table" ("name");';
  const newColumn = 'CREATE INDEX IF NOT EXISTS "other_idx" ON "banks" ("no_such_column");';
  await buildLargeIndexes(client, migrationOf(newTable, newColumn));
  expect(await db.query(`SELECT to_regclass('other_idx') AS found`)).toEqual([{ found: null }]);
  const broken = 'CREATE INDEX IF NOT EXISTS "other_idx" ON "banks" ((1 / 0));';
  await expect(buildLargeIndexes(client, migrationOf(broken))).rejects.toThrow(/division by zero/);
  client.release(true);
});
