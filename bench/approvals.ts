import { randomUUID } from 'node:crypto';
import type { Query } from '../server/db/database.ts';
import { recordApprovals, runPgbench } from './pgbench.ts';
import { withLags } from './projection-lag.ts';
import { type Figures, report } from './report.ts';
import { benchTextbook } from './textbook.ts';
import { measureLoad } from './usage.ts';
import { type BenchWorld, cookieOf, openBenchWorld, startServer } from './world.ts';
import { type CallerRequest, callByWrk } from './wrk.ts';

/** Number of earlier transactions in the wallet. */
const HISTORY = Number(process.env.HISTORY ?? 50_000);
const PEOPLE = 10_000;
const PENDING = 50_000;
const CALLERS = 64;
const APPROVALS = '/rpc/review/decide';
const RECORDED = 1000;
/** More than can be approved in a second. */
const PER_SECOND = 4000;

/**
 * Measures approvals by 64 signed-in callers over HTTP and by one, against their limit: the textbook posting, one
 * a transaction, in pgbench on the same cluster. Our own statements in pgbench show the cost around the SQL.
 */
export async function benchApprovals(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const ids = await createWaiting(world, 'over_http');
    for (const copy of ['recorded', 'by_pgbench']) await world.createDatabase(copy, 'over_http');
    const { rate, figures } = await approveOverHttp(world, ids);
    const textbook = await benchTextbook(world);
    const recording = await recordApprovals(await world.open('recorded'), ids.slice(0, RECORDED));
    const ownStatements = await runPgbench(world, 'by_pgbench', recording);
    await report('approvals', `${CALLERS} callers, ${HISTORY} transactions before`, {
      ...figures,
      'textbook posting in pgbench, a second': textbook,
      'our own statements one by one in pgbench, a second': ownStatements,
      'ratio: HTTP / textbook': rate / textbook,
      'ratio: HTTP / our own statements': rate / ownStatements,
    });
  } finally {
    await world.close();
  }
}

/** Creates a database with signed-in users and pending deposits; returns the ids of the deposits. */
async function createWaiting(world: BenchWorld, name: string): Promise<string[]> {
  const { db } = await world.createFilled(name, {
    users: PEOPLE,
    admins: CALLERS,
    pending: PENDING,
    decided: HISTORY,
  });
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM transactions WHERE status = 'pending' ORDER BY id`,
  );
  await db.close();
  return rows.map(({ id }) => id);
}

/** Approves the deposits of the database `over_http`. */
async function approveOverHttp(world: BenchWorld, ids: string[]) {
  const server = await startServer(world.urlOf('over_http'));
  const { db } = await world.open('over_http');
  const waiting = ids.map(toRequest);
  const approve = async (callers: number, seconds: number, requests: CallerRequest[]) => {
    const before = await countPostings(db.query);
    const load = { path: APPROVALS, callers, seconds, requests };
    const called = await Promise.race([callByWrk(server, load), server.died]);
    if ((await countPostings(db.query)) - before < called.requests) throw new Error('Refused');
    return called;
  };
  try {
    let lags: Figures = {};
    const { rate, figures } = await measureLoad({ server, query: db.query }, async (seconds) => {
      const requests = waiting.splice(0, seconds * PER_SECOND);
      const measured = await withLags(db.query, () => approve(CALLERS, seconds, requests));
      lags = measured.lags;
      return measured.result;
    });
    const alone = await approve(1, 5, waiting);
    return {
      rate,
      figures: {
        ...figures,
        ...lags,
        'decisions that changed no index (HOT), %': await countHot(db.query),
        'one caller alone, p50 in ms': alone.p50Ms,
        'one caller alone, p99 in ms': alone.p99Ms,
      },
    };
  } finally {
    await db.close();
    await server.stop();
  }
}

/** A request of one administrator to `APPROVALS`. */
function toRequest(id: string, n: number): CallerRequest {
  const body = { ids: [id], decision: 'approved', requestKey: randomUUID() };
  return { cookie: cookieOf(PEOPLE + 1 + (n % CALLERS)), body };
}

/** PostgreSQL counts the updates of a connection up to a second later. The warm-up is included. */
async function countHot(query: Query): Promise<number> {
  const [row] = await query<{ percent: number }>(
    `SELECT (100.0 * n_tup_hot_upd / greatest(n_tup_upd, 1))::float8 AS percent
     FROM pg_stat_user_tables WHERE relname = 'transactions'`,
  );
  return row?.percent ?? 0;
}

async function countPostings(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM ledger_entries WHERE account = 'wallet'`,
  );
  return row?.count ?? 0;
}
