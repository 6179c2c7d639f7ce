import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { describeError, findDatabaseError } from '../errors.ts';
import type { Draining } from './draining.ts';

/** Each check has so long; together, since they run at once. */
const CHECK_MS = 800;
/** Events that wait longer make a server unready. */
const MAX_UNPUBLISHED_SECONDS = 10;
/** However often one asks, the checks are made no more often than this. */
const FRESH_MS = 1000;

/** What is wrong, in a word or two: callers are anyone, so no address and no name. */
type Report = Record<string, string>;

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can do its work, or 503 and which check failed why;
 * the cause of a failure is logged when it begins.
 */
export function registerHealth(app: FastifyInstance, deps: Deps, draining: Draining): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  const check = checker(deps);
  app.get('/readyz', async (_request, reply) => {
    const failures = draining.hasBegun ? { server: 'stopping' } : await check();
    const isReady = Object.keys(failures).length === 0;
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isReady ? { status: 'ready' } : { status: 'unavailable', failures });
  });
}

/** Asked by anyone at any rate, it costs a check a second. */
function checker(deps: Deps): () => Promise<Report> {
  const checks = {
    database: once(() => requireWritable(deps)),
    files: once(() => requireStorable(deps)),
    events: once(async () => requireFollowing(deps)),
  };
  let last: { at: number; report: Promise<Report> } | undefined;
  let known = '';
  const run = async () => {
    const outcomes = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await failureOf(check())] as const,
      ),
    );
    const failed = outcomes.filter(([, failure]) => failure !== undefined);
    const report = Object.fromEntries(failed.map(([name, failure]) => [name, reasonOf(failure)]));
    known = logChange(deps, known, { report, failed });
    return report;
  };
  return () => {
    const now = performance.now();
    if (!last || now - last.at > FRESH_MS) last = { at: now, report: run() };
    return last.report;
  };
}

/** A check that hangs is not begun again before it has ended. */
function once(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

class Overdue extends Error {}

async function failureOf(check: Promise<void>): Promise<unknown> {
  const overdue = wait(CHECK_MS, new Overdue(`no answer within ${CHECK_MS} ms`), { ref: false });
  return Promise.race([
    check.then(
      () => undefined,
      (error: unknown) => error,
    ),
    overdue,
  ]);
}

/** Writes as commands do, to the log of changes and to the data's disk, and leaves nothing behind. */
async function requireWritable({ db }: Deps): Promise<void> {
  const [row] = await db.probe<{ isReadOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "isReadOnly",
       set_config('work_mem', '64kB', false)`,
  );
  if (row?.isReadOnly) throw new Refused('read-only');
  // More than that memory holds, so that the sort goes through a file.
  await db.probe(
    `SELECT pg_logical_emit_message(true, 'readyz', ''),
       (SELECT count(*) FROM (SELECT repeat(md5(n::text), 100) AS text
                              FROM generate_series(1, 100) AS n ORDER BY 1 OFFSET 0) AS sorted)`,
  );
}

async function requireStorable({ files }: Deps): Promise<void> {
  const key = `readiness/${hostname()}-${process.pid}`;
  await files.put(key, Buffer.from('ready'));
  await files.remove(key);
}

function requireFollowing({ events }: Deps): void {
  if (!events.isFollowing) throw new Refused('the outbox is not read');
  if (events.oldestUnpublishedSeconds > MAX_UNPUBLISHED_SECONDS) {
    throw new Refused('events are held back by an open transaction');
  }
}

/** A reason that may be shown as it is. */
class Refused extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Refused || error instanceof Overdue) return error.message;
  const said = findDatabaseError(error)?.code;
  if (said) return REASONS[said] ?? `SQLSTATE ${said}`;
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (!(cause instanceof Error)) return 'out of reach';
  const code = 'code' in cause ? String(cause.code) : '';
  return REASONS[code] ?? REASONS[cause.name] ?? (code || 'out of reach');
}

const REASONS: Record<string, string> = {
  '53100': 'the disk is full',
  '53300': 'too many connections',
  '57014': 'too slow',
  '57P03': 'starting up',
  ECONNREFUSED: 'connection refused',
  ENOENT: 'not found',
  ENOSPC: 'the disk is full',
  EPIPE: 'the connection was lost',
  ECONNRESET: 'the connection was lost',
  EROFS: 'read-only',
  EACCES: 'access denied',
  AccessDenied: 'access denied',
  NoSuchBucket: 'not found',
  TimeoutError: 'too slow',
};

function logChange(
  { log }: Deps,
  known: string,
  { report, failed }: { report: Report; failed: (readonly [string, unknown])[] },
): string {
  const now = JSON.stringify(report);
  if (now === known) return now;
  if (failed.length === 0) {
    if (known) log.info('the server is ready again');
    return now;
  }
  const errors = Object.fromEntries(failed.map(([name, error]) => [name, describeError(error)]));
  log.warn({ errors }, 'the server is not ready');
  return now;
}
