import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { findDatabaseError } from '../platform/runtime/errors.ts';
import type { Logger } from '../platform/runtime/log.ts';
import { withClient } from './connections.ts';
import type { Database } from './database.ts';
import { countConnections, type DatabaseLimits } from './limits.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

const REFUSALS: Record<string, string> = {
  '28000': 'The database refuses the user of DATABASE_URL.',
  '28P01': 'The database refuses the user name or the password of DATABASE_URL.',
  '3D000': 'DATABASE_URL names a database that does not exist.',
  '42501': 'The user of DATABASE_URL may not connect to its database.',
};

/** Without a timeout, because the database may be restoring. Throws Error for a permanent failure. */
export async function waitForDatabase(
  db: Pick<Database, 'query'>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  const stopped = aborted(signal);
  stopped.catch(() => undefined); // Prevents an unhandled rejection after the wait has ended.
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const failure = await Promise.race([tryOnce(db), stopped]);
    if (failure === undefined) return;
    const refusal = refusalOf(failure);
    if (refusal) throw new Error(refusal, { cause: failure });
    const reason = reasonOf(failure);
    log.warn(
      { reason, retryMs: pauseMs },
      'waiting for the database; if this goes on, check the address in DATABASE_URL',
    );
    await setTimeout(pauseMs, undefined, { signal });
  }
}

function reasonOf(failure: unknown): string {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return failure instanceof Error ? failure.message : String(failure);
}

function tryOnce(db: Pick<Database, 'query'>): Promise<unknown> {
  return db.query('SELECT 1').then(
    () => undefined,
    (error: unknown) => error,
  );
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function refusalOf(error: unknown): string | undefined {
  const reported = findDatabaseError(error);
  if (reported) return REFUSALS[reported.code ?? ''];
  // The driver has no error code for a missing password that the server requires.
  const isUnanswerable = error instanceof Error && error.message.startsWith('SASL:');
  return isUnanswerable ? REFUSALS['28P01'] : undefined;
}

/** A pooler in transaction mode assigns server connections per transaction: limits and locks would be lost. */
export async function requireOwnSessions(connection: PoolConfig): Promise<void> {
  const mark = randomUUID();
  const seen = await withClient(connection, async (first) => {
    await first.query("SELECT set_config('wallet.session_mark', $1, false)", [mark]);
    return withClient(connection, (second) =>
      second.query<{ mark: string | null }>(
        "SELECT current_setting('wallet.session_mark', true) AS mark",
      ),
    );
  });
  if (seen.rows[0]?.mark !== mark) return;
  throw new Error(
    'DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer: set its pool_mode to ' +
      'session, or DATABASE_URL to the address of PostgreSQL itself.',
  );
}

export async function requireConnections(
  db: Pick<Database, 'query'>,
  limits: DatabaseLimits,
  workers = 1,
): Promise<void> {
  const needed = countConnections(limits, workers);
  const [given] = await db.query<{ server: number; role: number; database: number }>(
    `SELECT current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
       rolconnlimit AS role, datconnlimit AS database
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  if (!given) return;
  const [scarcest] = [
    { name: 'The database server', count: given.server },
    { name: 'The database role', count: given.role },
    { name: 'The database', count: given.database },
  ]
    .filter(({ count }) => count >= 0)
    .sort((a, b) => a.count - b.count);
  if (!scarcest || scarcest.count >= needed) return;
  throw new Error(
    `${scarcest.name} allows ${scarcest.count} connections, and this server takes up to ${needed}: ` +
      `allow more, or set DATABASE_POOL_SIZE below ${limits.poolSize}.`,
  );
}
