import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { findDatabaseError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { queryOn, withClient } from './connections.ts';
import type { Database } from './database.ts';
import { countConnections, type DatabaseLimits } from './limits.ts';
import { computed, integer, nullable, selectFirst, selectValue, text } from './selection.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

const REFUSALS: Record<string, (setting: Setting) => string> = {
  '28000': (setting) => `The database refuses the user of ${setting}.`,
  '28P01': (setting) => `The database refuses the user name or the password of ${setting}.`,
  '3D000': (setting) => `${setting} names a database that does not exist.`,
  '42501': (setting) => `The user of ${setting} may not connect to its database.`,
};

/** Without a timeout, because the database may be restoring. Throws Error for a permanent failure. */
export async function waitForDatabase(
  db: Pick<Database, 'query'>,
  {
    log,
    signal,
    setting = 'DATABASE_URL',
  }: { log: Logger; signal: AbortSignal; setting?: Setting },
): Promise<void> {
  const stopped = aborted(signal);
  stopped.catch(() => undefined); // Prevents an unhandled rejection after the wait has ended.
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const failure = await Promise.race([tryOnce(db), stopped]);
    if (failure === undefined) return;
    const explain = refusalOf(failure);
    if (explain) throw new Error(explain(setting), { cause: failure });
    const reason = reasonOf(failure);
    log.warn(
      { reason, retryMs: pauseMs },
      `waiting for the database; if this goes on, check the address in ${setting}`,
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

function refusalOf(error: unknown): ((setting: Setting) => string) | undefined {
  const reported = findDatabaseError(error);
  if (reported) return REFUSALS[reported.code ?? ''];
  // The driver has no error code for a missing password that the server requires.
  const isUnanswerable = error instanceof Error && error.message.startsWith('SASL:');
  return isUnanswerable ? REFUSALS['28P01'] : undefined;
}

/** A pooler in transaction mode assigns server connections per transaction: limits and locks would be lost. */
export async function requireOwnSessions(
  connection: PoolConfig,
  setting: Setting = 'DATABASE_URL',
): Promise<void> {
  const mark = randomUUID();
  const seen = await withClient(connection, async (first) => {
    await first.query("SELECT set_config('wallet.session_mark', $1, false)", [mark]);
    return withClient(connection, (second) =>
      selectValue(
        queryOn(second),
        nullable(text("current_setting('wallet.session_mark', true)")),
        '',
      ),
    );
  });
  if (seen !== mark) return;
  throw new Error(
    `${setting} leads to a connection pooler in transaction mode, such as PgBouncer: set DATABASE_DIRECT_URL to the ` +
      'address of PostgreSQL itself.',
  );
}

const PLACE =
  'SELECT system_identifier::text, oid::text FROM pg_control_system(), pg_database WHERE datname = current_database()';

/** Throws Error with a sentence for the operator if requests and jobs would use different databases. */
export async function requireSameDatabase(
  db: Pick<Database, 'query' | 'background'>,
): Promise<void> {
  const places = await Promise.all([db, db.background].map(({ query }) => query(PLACE)));
  if (new Set(places.map((place) => JSON.stringify(place))).size === 1) return;
  throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
}

const givenColumns = computed({
  server: integer(`current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0)`),
  role: integer('rolconnlimit'),
  database: integer('datconnlimit'),
});

export async function requireConnections(
  db: Pick<Database, 'query'>,
  limits: DatabaseLimits,
  { isPooled = false } = {},
): Promise<void> {
  const needed = countConnections(limits, { isPooled });
  const statement = `SELECT ${givenColumns.sql}
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`;
  const given = await selectFirst(db.query, givenColumns, statement);
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
