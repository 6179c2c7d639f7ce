import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Secrets } from '#server/base/secrets.ts';
import { withClient } from '#server/db/connections.ts';
import type { Query } from '#server/db/database.ts';
import { verifications } from '#server/db/schema/audit.ts';
import {
  boolean,
  required,
  type Selected,
  selectFirst,
  selectionOf,
  selectValue,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Verdict, verifyFiles, verifyInvariants, verifySeal } from './verify.ts';

/** Lets only one server verify at a time. No other advisory lock may use this number. */
const VERIFICATION_LOCK = 741_308;
/** The minimum time between two starts, so that a failing verification is not repeated every minute. */
const RETRY_MINUTES = 60;
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** Pauses last this multiple of the preceding step: with 1, a connection is busy at most half of the time. */
const LOAD_FACTOR = 1;

/** Runs on one server at a time, on one connection, with pauses and without parallel workers. */
export async function verifyWhenDue(
  { config, db, files, log }: Pick<Deps, 'config' | 'db' | 'files' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { verifyEveryMs } = config;
  if (verifyEveryMs === undefined || !(await isDue(db.query, verifyEveryMs))) return;
  await withClient(db.background.pool.options, async (client) => {
    const query = queryOf(client);
    if (!(await begin(query)) || !(await isDue(query, verifyEveryMs))) return;
    const failed = await verify(query, { files, secrets: db.secrets, signal }).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    if (failed && failed.length > 0) {
      log.error({ failed }, 'invariants do not hold: run "wallet verify --files"');
    }
  });
}

async function verify(query: Query, parts: Paced): Promise<string[]> {
  const startedAt = performance.now();
  await recordStart(query);
  const failed: string[] = [];
  for await (const { title, offenders } of paced(query, parts)) {
    if (offenders.length > 0) failed.push(title);
  }
  await recordEnd(query, { failed, durationMs: Math.round(performance.now() - startedAt) });
  return failed;
}

type Paced = Pick<Deps, 'files'> & { secrets: Secrets; signal: AbortSignal };

function queryOf(client: pg.ClientBase): Query {
  return async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
}

/** The lock and the settings end with the connection. */
async function begin(query: Query): Promise<boolean> {
  const lock = boolean('pg_try_advisory_lock($1)');
  const isLocked = await selectValue(query, lock, '', [VERIFICATION_LOCK]);
  await query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  await query('SET max_parallel_workers_per_gather = 0');
  return isLocked ?? false;
}

async function* paced(query: Query, { files, secrets, signal }: Paced): AsyncGenerator<Verdict> {
  let since = performance.now();
  for await (const verdict of verifyInvariants(query, secrets)) {
    yield verdict;
    await setTimeout((performance.now() - since) * LOAD_FACTOR, undefined, { signal });
    since = performance.now();
  }
  yield await verifySeal(query, { ofContent: false });
  yield await verifyFiles(query, files, { loadFactor: LOAD_FACTOR, signal });
}

async function isDue(query: Query, everyMs: number): Promise<boolean> {
  const recent = await query(
    `SELECT FROM verifications
     WHERE checked_at > clock_timestamp() - $1 * interval '1 millisecond'
       OR started_at > clock_timestamp() - $2 * interval '1 minute'`,
    [everyMs, RETRY_MINUTES],
  );
  return recent.length === 0;
}

async function recordStart(query: Query): Promise<void> {
  await query(
    `INSERT INTO verifications (id, started_at) VALUES (1, clock_timestamp())
     ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at`,
  );
}

async function recordEnd(
  query: Query,
  { failed, durationMs }: { failed: string[]; durationMs: number },
): Promise<void> {
  await update(query, verifications, {
    set: { checkedAt: sql`clock_timestamp()`, durationMs, failed },
    where: { id: 1 },
  });
}

const stateColumns = required(
  selectionOf(verifications, 'v', ['checkedAt', 'durationMs', 'failed']),
);

export async function findVerificationState(
  query: Query,
): Promise<Selected<typeof stateColumns> | undefined> {
  return selectFirst(query, stateColumns, 'FROM verifications v WHERE checked_at IS NOT NULL');
}
