import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase, refuseConnections } from '#server/testing/databases.ts';
import { createLogger } from '../lib/log.ts';
import { type Database, openDatabase } from './database.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { migrateDatabase } from './migrate.ts';
import { requireConnections, waitForDatabase } from './reach-database.ts';

const log = createLogger('silent');
const projectDir = path.resolve(import.meta.dirname, '../..');
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

test('a database that is not there is waited for, until it is there or the wait is called off', async () => {
  const { allow } = await refuseConnections(url);
  const stop = new AbortController();
  const calledOff = waitForDatabase(db, { log, signal: stop.signal });
  const waiting = waitForDatabase(db, { log, signal: new AbortController().signal });
  stop.abort();
  await expect(calledOff).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await allow();
  await waiting;
});

test('a database that does not exist is not waited for', async () => {
  const none = openDatabase({ connectionString: url.replace(/\/test_\w+/, '/nowhere') });
  const { signal } = new AbortController();
  await expect(waitForDatabase(none, { log, signal })).rejects.toThrow(
    'DATABASE_URL names a database that does not exist.',
  );
  await none.close();
});

test('a database that gives too few connections is refused with what it takes', async () => {
  await requireConnections(db, DEFAULT_LIMITS);
  await expect(requireConnections(db, { ...DEFAULT_LIMITS, poolSize: 900 })).rejects.toThrow(
    /allows \d+ connections, and this server takes up to 905: .*DATABASE_POOL_SIZE below 900/,
  );
  const name = url.match(/test_\w+/)?.[0];
  await db.query(`ALTER DATABASE ${name} CONNECTION LIMIT 24`);
  await expect(requireConnections(db, DEFAULT_LIMITS)).rejects.toThrow(
    'The database allows 24 connections, and this server takes up to 25',
  );
  await db.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
});

test('a schema that a newer version made is refused', async () => {
  const seed = async () => undefined;
  await migrateDatabase(db, { projectDir, seed });
  await db.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4102444800000)`,
  );
  await expect(migrateDatabase(db, { projectDir, seed })).rejects.toThrow(
    'The database has been migrated by a newer version of this software (1 of its',
  );
});
