import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describeError, findDatabaseError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Database } from '../../db/database.ts';
import { boolean, selectValue } from '../../db/selection.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { FileStore } from '../files/store.ts';
import type { VirusScanner } from '../files/virus-scanner.ts';
import type { Draining } from './draining.ts';

const CHECK_MS = 800;
const MAX_UNPUBLISHED_SECONDS = 10;
/** Under load a check may take seconds, while requests still succeed. */
const MAX_CHECK_MS = 5000;
/** Checks whose failure only degrades the server: taking it out of rotation would not help. */
const OPTIONAL = new Set(['files', 'scanner']);
const FRESH_MS = 1000;

interface HealthDeps {
  db: Database;
  files: FileStore;
  virusScanner: VirusScanner | undefined;
  events: EventHub;
  log: Logger;
  version: string;
}

/** The route is public: no address and no name. */
type Report = Record<string, string>;

/** `/readyz` is 200 "degraded" if only files or the virus scanner fail. The cause of a failure is logged when it begins. */
export function registerHealth(app: FastifyInstance, deps: HealthDeps, draining: Draining): void {
  const { version } = deps;
  app.get('/healthz', async () => ({ status: 'ok', version }));
  const check = checker(deps);
  app.get('/readyz', async (_request, reply) => {
    const failures = draining.hasBegun ? { server: 'stopping' } : await check();
    const status = statusOf(failures);
    return reply
      .status(status === 'unavailable' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(status === 'ready' ? { status } : { status, failures });
  });
}

function statusOf(failures: Report): 'ready' | 'degraded' | 'unavailable' {
  const failed = Object.keys(failures);
  if (failed.length === 0) return 'ready';
  return failed.every((name) => OPTIONAL.has(name)) ? 'degraded' : 'unavailable';
}

function checker(deps: HealthDeps): () => Promise<Report> {
  const { virusScanner } = deps;
  const checks = {
    database: patient(() => requireWritable(deps)),
    files: patient(() => requireStorable(deps)),
    events: patient(async () => requireFollowing(deps)),
    ...(virusScanner && { scanner: patient(() => virusScanner.ping()) }),
  };
  let last: { at: number; report: Promise<Report> } | undefined;
  let known = '';
  const run = async () => {
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await check()] as const),
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

class Overdue extends Error {}

/** A slower check continues and is not started again; until `MAX_CHECK_MS`, its last result is used. */
function patient(check: () => Promise<void>): () => Promise<unknown> {
  let running: { since: number; ended: Promise<void> } | undefined;
  let last: { failure?: unknown } = { failure: new Overdue(`no answer within ${CHECK_MS} ms`) };
  const begin = () => {
    const record = (failure?: unknown) => {
      last = { failure };
      running = undefined;
    };
    return { since: performance.now(), ended: check().then(() => record(), record) };
  };
  return async () => {
    running ??= begin();
    const { since, ended } = running;
    await Promise.race([ended, wait(CHECK_MS, undefined, { ref: false })]);
    const isLate = running?.since === since && performance.now() - since > MAX_CHECK_MS;
    return isLate ? new Overdue(`no answer within ${MAX_CHECK_MS / 1000} s`) : last.failure;
  };
}

/** Writes to the write-ahead log and to the data disk, as commands do, without leaving data behind. */
async function requireWritable({ db }: Pick<HealthDeps, 'db'>): Promise<void> {
  const readOnly = `pg_is_in_recovery() OR current_setting('transaction_read_only')::bool`;
  if (await selectValue(db.probe, boolean(readOnly), '')) throw new Refused('read-only');
  // More than work_mem, so that the sort writes a temporary file. The setting ends with the statement.
  await db.probe(
    `SELECT set_config('work_mem', '64kB', true), pg_logical_emit_message(true, 'readyz', ''),
       (SELECT count(*) FROM (SELECT repeat(md5(n::text), 100) AS text
                              FROM generate_series(1, 100) AS n ORDER BY 1 OFFSET 0) AS sorted)`,
  );
}

export async function requireStorable({ files }: Pick<HealthDeps, 'files'>): Promise<void> {
  const key = `readiness/${hostname()}-${process.pid}`;
  await files.put(key, Buffer.from('ready'));
  await files.remove(key);
}

function requireFollowing({ events }: Pick<HealthDeps, 'events'>): void {
  if (!events.isTailing) throw new Refused('the outbox is not read');
  if (events.oldestUnpublishedSeconds > MAX_UNPUBLISHED_SECONDS) {
    throw new Refused('events are held back by an open transaction');
  }
}

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
  { log }: Pick<HealthDeps, 'log'>,
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
  const message = { degraded: 'uploads or images fail', unavailable: 'the server is not ready' };
  const status = statusOf(report);
  if (status !== 'ready') log.warn({ errors }, message[status]);
  return now;
}
