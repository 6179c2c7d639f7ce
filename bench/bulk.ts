import { randomUUID } from 'node:crypto';
import { report } from './report.ts';
import { benchTextbook } from './textbook.ts';
import { measureWarm } from './usage.ts';
import { type BenchServer, cookieOf, openBenchWorld, startServer } from './world.ts';
import { callByWrk, type Load } from './wrk.ts';

const IN_ONE_CALL = 10_000;
/** To warm the server up, alone, and while others read. */
const CALLS = 3;
const OTHERS = 4;
const QUIET_S = 4;

/**
 * Measures 10,000 decisions in one call over HTTP, against as many textbook postings, one a transaction, and the latency of
 * other callers' reads meanwhile. The processor time shows how long the call would take without other programs.
 */
export async function benchBulk(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const people = { users: IN_ONE_CALL, admins: 1, decided: 0 };
    const { db } = await world.createFilled('bulk', { ...people, pending: CALLS * IN_ONE_CALL });
    const rows = await db.query<{ id: string }>('SELECT id FROM transactions ORDER BY id');
    const ids = rows.map(({ id }) => id);
    const server = await startServer(world.urlOf('bulk'));
    await decide(server, ids.splice(0, IN_ONE_CALL));
    const { rate, figures } = await measureWarm({ server, query: db.query }, () =>
      decide(server, ids.splice(0, IN_ONE_CALL)),
    );
    await readAsOthers(server, QUIET_S);
    const quiet = await readAsOthers(server, QUIET_S);
    const meanwhile = readAsOthers(server, QUIET_S);
    await decide(server, ids.splice(0, IN_ONE_CALL));
    const { p99Ms } = await meanwhile;
    await db.close();
    await server.stop();
    const textbook = await benchTextbook(world);
    await report('bulk', `${IN_ONE_CALL} approvals in one call, of as many people`, {
      'seconds of the call': IN_ONE_CALL / rate,
      ...figures,
      'limit: textbook posting one by one, a second': textbook,
      'ratio: one call / textbook': rate / textbook,
      'p99 of other callers’ reads alone, ms': quiet.p99Ms,
      'p99 of other callers’ reads meanwhile, ms': p99Ms,
      'ratio: p99 meanwhile / alone': p99Ms / quiet.p99Ms,
    });
  } finally {
    await world.close();
  }
}

async function decide({ baseUrl }: BenchServer, ids: string[]): Promise<Load> {
  const startedAt = performance.now();
  const json = { ids, decision: 'approved', requestKey: randomUUID() };
  const response = await fetch(`${baseUrl}/rpc/review/decide`, {
    method: 'POST',
    headers: { cookie: cookieOf(IN_ONE_CALL + 1), 'content-type': 'application/json' },
    body: JSON.stringify({ json }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Not approved: ${response.status} ${text}`);
  const ms = performance.now() - startedAt;
  return { requests: ids.length, rate: (1000 * ids.length) / ms, p50Ms: ms, p99Ms: ms };
}

function readAsOthers(server: BenchServer, seconds: number) {
  const requests = Array.from({ length: 25_000 }, (_, n) => ({
    cookie: cookieOf(1 + (n % 1000)),
  }));
  return callByWrk(server, { path: '/api/v1/notifications', callers: OTHERS, seconds, requests });
}
