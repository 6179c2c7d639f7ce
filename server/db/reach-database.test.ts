import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, refuseConnections } from '#server/testing/databases.ts';
import { hasPooler, startPooler } from '#server/testing/pooler.ts';
import { createLogger } from '../base/log.ts';
import { type Database, openDatabase } from './database.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations, recordCompatibility } from './migrations.ts';
import {
  requireConnections,
  requireOwnSessions,
  requireSameDatabase,
  waitForDatabase,
} from './reach-database.ts';

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

test('waits for an unreachable database until it is reachable or the wait is aborted', async () => {
  const { allow } = await refuseConnections(url);
  const stop = new AbortController();
  const calledOff = waitForDatabase(db, { log, signal: stop.signal });
  const waiting = waitForDatabase(db, { log, signal: new AbortController().signal });
  stop.abort();
  await expect(calledOff).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await allow();
  await waiting;
});

test('does not wait for a database that does not exist', async () => {
  const none = openDatabase({ connectionString: url.replace(/\/test_\w+/, '/nowhere') });
  const { signal } = new AbortController();
  await expect(waitForDatabase(none, { log, signal })).rejects.toThrow(
    'DATABASE_URL names a database that does not exist.',
  );
  await none.close();
});

test('refuses a database with too few connections and states how many are needed', async () => {
  await requireConnections(db, DEFAULT_LIMITS);
  await expect(requireConnections(db, { ...DEFAULT_LIMITS, poolSize: 900 })).rejects.toThrow(
    /allows \d+ connections, and this server takes up to 906: .*DATABASE_POOL_SIZE below 900/,
  );
  await requireConnections(db, { ...DEFAULT_LIMITS, poolSize: 900 }, { isPooled: true });
  const name = url.match(/test_\w+/)?.[0];
  await db.query(`ALTER DATABASE ${name} CONNECTION LIMIT 25`);
  await expect(requireConnections(db, DEFAULT_LIMITS)).rejects.toThrow(
    'The database allows 25 connections, and this server takes up to 26',
  );
  await db.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
});

test.skipIf(!hasPooler)('requires an address of sessions beside a pooler', async () => {
  const inSessions = await startPooler({ url, poolMode: 'session' });
  const inTransactions = await startPooler({ url, poolMode: 'transaction' });
  onTestFinished(async () => {
    await Promise.all([inSessions.close(), inTransactions.close()]);
  });
  await requireOwnSessions({ connectionString: url });
  await requireOwnSessions(inSessions.connection);
  await expect(requireOwnSessions(inTransactions.connection)).rejects.toThrow(
    'DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer: set DATABASE_DIRECT_URL',
  );

  const pooler = { connection: inTransactions.connection };
  const pooled = openDatabase({ connectionString: url }, { pooler });
  const elsewhere = await copyDatabase(inject('templateUrl'));
  const mixed = openDatabase({ connectionString: elsewhere }, { pooler });
  await requireSameDatabase(pooled);
  await expect(requireSameDatabase(mixed)).rejects.toThrow('lead to different databases');
  await Promise.all([pooled.close(), mixed.close()]);
  await dropDatabase(elsewhere);
});

test('refuses a schema migrated by a newer version', async () => {
  const seed = async () => undefined;
  await migrateDatabase(db, { projectDir, seed });
  await db.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4102444800000)`,
  );
  await expect(migrateDatabase(db, { projectDir, seed })).rejects.toThrow(
    'The database has been migrated by a newer version of this software (1 of its',
  );
});

test('starts again on the schema of a newer version that works with this one', async () => {
  const [known] = readMigrations(projectDir).slice(-1);
  if (!known) throw new Error('There are no migrations');
  const client = await db.background.pool.connect();
  const migrateAgain = () => migrateDatabase(db, { projectDir, seed: async () => undefined });
  try {
    await recordCompatibility(client, { ...known, createdAt: known.createdAt + 1 });
    await expect(migrateAgain()).rejects.toThrow('newer version');
    await recordCompatibility(client, known);
    await migrateAgain();
    await recordCompatibility(client, undefined);
    await expect(migrateAgain()).rejects.toThrow('newer version');
  } finally {
    client.release();
  }
});
