import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, refuseConnections } from '#server/testing/databases.ts';
import { createLogger } from '../platform/runtime/log.ts';
import { type Database, openDatabase } from './database.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations, recordCompatibility } from './migrations.ts';
import { requireConnections, requireOwnSessions, waitForDatabase } from './reach-database.ts';

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
    /allows \d+ connections, and this server takes up to 905: .*DATABASE_POOL_SIZE below 900/,
  );
  const name = url.match(/test_\w+/)?.[0];
  await db.query(`ALTER DATABASE ${name} CONNECTION LIMIT 24`);
  await expect(requireConnections(db, DEFAULT_LIMITS)).rejects.toThrow(
    'The database allows 24 connections, and this server takes up to 25',
  );
  await db.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
});

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Starts PgBouncer in front of the test's database. Returns its connection settings. */
async function startPooler(poolMode: 'session' | 'transaction') {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-pooler-'));
  const {
    host,
    port,
    user = '',
    password,
    database = '',
  } = new pg.Client({ connectionString: url });
  const target = Object.entries({ host, port, user, password }).filter(([, value]) => value);
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = ${target.map(([name, value]) => `${name}=${value}`).join(' ')}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
pool_mode = ${poolMode}
`,
  );
  // PgBouncer refuses to run as root. Only PostgreSQL's user may enter the folder of its socket.
  const { uid, gid } = await stat(host);
  await chown(folder, uid, gid);
  const pooler = spawn(PGBOUNCER, [path.join(folder, 'pgbouncer.ini')], {
    ...{ uid, gid },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const exited = once(pooler, 'exit');
  onTestFinished(async () => {
    pooler.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true });
  });
  await expect.poll(() => printed, { timeout: 20_000 }).toContain('process up');
  return { host: folder, port: 6432, database, user };
}

test.skipIf(!existsSync(PGBOUNCER))(
  'refuses a pooler in transaction mode, and accepts one in session mode',
  async () => {
    await requireOwnSessions({ connectionString: url });
    await requireOwnSessions(await startPooler('session'));
    await expect(requireOwnSessions(await startPooler('transaction'))).rejects.toThrow(
      'DATABASE_URL leads to a connection pooler in transaction mode',
    );
  },
);

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
