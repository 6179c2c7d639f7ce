import { Client } from 'pg';
import { superuser } from './cluster.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { port } from './settings.ts';

/** Any number works: advisory locks are per database, and the database `postgres` has no others. */
const lockKey = 5_433_218;
const connectTimeoutMs = 10_000;

/** Not the product's database, so that this session never prevents copying or renaming that one. */
const maintenanceDatabase = 'postgres';

/** When a server is killed, PostgreSQL ends the session with its lock. No pid has to be trusted. */
export async function openGuardSession(socketDir: string): Promise<Client> {
  const client = new Client({
    host: socketDir,
    port,
    user: superuser,
    database: maintenanceDatabase,
    ssl: false,
    application_name: `wallet server with pid ${process.pid}`,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // The 'end' event reports the end of the session. Without a listener, 'error' would be thrown.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Waits two seconds, because the session of a server that was just killed may still be ending. */
export async function takeServerLock(guard: Client, dataDir: string): Promise<void> {
  await guard.query(`SET lock_timeout = '2s'`);
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [lockKey]);
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error;
    throw await alreadyRunning(guard, dataDir);
  }
}

async function alreadyRunning(guard: Client, dataDir: string): Promise<EmbeddedPostgresError> {
  const { rows } = await guard.query<{ holder: string }>(
    `SELECT application_name AS holder
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1`,
    [lockKey],
  );
  const holder = rows[0]?.holder ?? 'Another server';
  return new EmbeddedPostgresError(
    'already-running',
    `${capitalised(holder)} is already running on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder. To run several servers on the same data, set DATABASE_URL.`,
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
