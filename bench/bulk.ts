import { randomUUID } from 'node:crypto';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import type { UserId } from '../contract/shared/base.ts';
import { decideTransactions } from '../server/features/review/service.ts';
import { buildActor } from '../server/testing/actors.ts';
import { report } from './report.ts';
import { benchTextbook } from './textbook.ts';
import {
  type BenchDatabase,
  type BenchServer,
  cookieOf,
  openBenchWorld,
  startServer,
} from './world.ts';
import { callByWrk } from './wrk.ts';

const IN_ONE_CALL = 10_000;
const OTHERS = 4;
const QUIET_S = 4;

/**
 * Measures 10,000 decisions in one call of the service, against as many textbook postings, one a transaction; and
 * as many over HTTP in the largest lists, with the latency of other callers' reads meanwhile.
 */
export async function benchBulk(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const bulk = await world.createFilled('bulk', {
      users: IN_ONE_CALL,
      admins: 1,
      pending: 2 * IN_ONE_CALL,
      decided: 0,
    });
    const rows = await bulk.db.query<{ id: string }>('SELECT id FROM transactions ORDER BY id');
    const ids = rows.map(({ id }) => id);
    const inOneCallS = await decideInOneCall(bulk, ids.splice(0, IN_ONE_CALL));
    await bulk.db.close();
    const server = await startServer(world.urlOf('bulk'));
    await readAsOthers(server, QUIET_S);
    const quiet = await readAsOthers(server, QUIET_S);
    const meanwhile = readAsOthers(server, QUIET_S);
    const overHttpS = await decideOverHttp(server, ids);
    const { p99Ms } = await meanwhile;
    await server.stop();
    const textbook = await benchTextbook(world);
    await report('bulk', `${IN_ONE_CALL} approvals, of as many people`, {
      'in one call, seconds': inOneCallS,
      'in one call, a second': IN_ONE_CALL / inOneCallS,
      [`over HTTP in lists of ${MAX_DECISIONS_AT_ONCE}, seconds`]: overHttpS,
      'limit: textbook posting one by one, a second': textbook,
      'ratio: one call / textbook': IN_ONE_CALL / inOneCallS / textbook,
      'p99 of other callers’ reads alone, ms': quiet.p99Ms,
      'p99 of other callers’ reads meanwhile, ms': p99Ms,
      'ratio: p99 meanwhile / alone': p99Ms / quiet.p99Ms,
    });
  } finally {
    await world.close();
  }
}

async function decideInOneCall({ db, deps }: BenchDatabase, ids: string[]): Promise<number> {
  const [admin] = await db.query<{ id: UserId }>(`SELECT id FROM users WHERE username = 'admin'`);
  if (!admin) throw new Error('The database has no administrator');
  const actor = await buildActor(db, { userId: admin.id, username: 'admin', role: 'admin' });
  const startedAt = performance.now();
  const decision = { ids, decision: 'approved' as const, requestKey: randomUUID() };
  const outcomes = await decideTransactions(deps, actor, decision);
  if ([...outcomes.values()].some((refusal) => refusal)) throw new Error('Not all were approved');
  return (performance.now() - startedAt) / 1000;
}

async function decideOverHttp({ baseUrl }: BenchServer, ids: string[]): Promise<number> {
  const startedAt = performance.now();
  while (ids.length > 0) {
    const list = ids.splice(0, MAX_DECISIONS_AT_ONCE);
    const json = { ids: list, decision: 'approved', requestKey: randomUUID() };
    const response = await fetch(`${baseUrl}/rpc/review/decide`, {
      method: 'POST',
      headers: { cookie: cookieOf(IN_ONE_CALL + 1), 'content-type': 'application/json' },
      body: JSON.stringify({ json }),
    });
    if (!response.ok) throw new Error(`Not approved: ${response.status}`);
  }
  return (performance.now() - startedAt) / 1000;
}

function readAsOthers(server: BenchServer, seconds: number) {
  const requests = Array.from({ length: 25_000 }, (_, n) => ({
    cookie: cookieOf(1 + (n % 1000)),
  }));
  return callByWrk(server, { path: '/api/v1/notifications', callers: OTHERS, seconds, requests });
}
