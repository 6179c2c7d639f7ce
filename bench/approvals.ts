import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { transactionId } from '#contract/base.ts';
import type { Client } from '#contract/contract.ts';
import { ADMIN_PASSWORD } from '#server/testing/stand-ins.ts';
import { recordApprovals, runPgbench } from './pgbench.ts';
import { type BenchWorld, fill, openBenchWorld, startServer } from './world.ts';

const APPROVALS = 2000;
const CALLERS = 64;

/**
 * Approvals per second over HTTP, by 64 signed-in callers, beside pgbench running the very same
 * statements with the same values on a copy of the same database: what everything around the SQL costs.
 */
export async function benchApprovals(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('original');
    const { db } = await world.open('original');
    await fill(db, { users: APPROVALS, pending: APPROVALS, decided: 0 });
    const ids = await listPending(db.query);
    await db.close();
    for (const copy of ['over_http', 'recorded', 'by_pgbench']) {
      await world.createDatabase(copy, 'original');
    }
    const overHttp = await approveOverHttp(world, ids);
    const recording = await recordApprovals(await world.open('recorded'), ids);
    const byPgbench = await runPgbench(world, 'by_pgbench', recording);
    report(overHttp, byPgbench);
  } finally {
    await world.close();
  }
}

async function listPending(
  query: <Row extends object>(text: string) => Promise<Row[]>,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM transactions WHERE status = 'pending' ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

async function approveOverHttp(world: BenchWorld, ids: string[]): Promise<number> {
  const server = await startServer(world.urlOf('over_http'));
  try {
    const callers: Client[] = [];
    // One after another: many logins of one name at once look like guessing.
    while (callers.length < CALLERS) {
      callers.push(await Promise.race([signIn(server.baseUrl), server.died]));
    }
    const waiting = ids.map((id) => transactionId.parse(id));
    const startedAt = performance.now();
    await Promise.race([Promise.all(callers.map((api) => approveAll(api, waiting))), server.died]);
    return ids.length / ((performance.now() - startedAt) / 1000);
  } finally {
    await server.stop();
  }
}

async function approveAll(
  api: Client,
  waiting: ReturnType<typeof transactionId.parse>[],
): Promise<void> {
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
    const { results } = await api.review.decide(decision);
    if (results[0]?.refusal) throw new Error(`Not approved: ${results[0].refusal.code}`);
  }
}

async function signIn(baseUrl: string): Promise<Client> {
  let cookie = '';
  const link = new RPCLink({
    url: `${baseUrl}/rpc`,
    headers: () => ({ cookie }),
    fetch: async (request, init) => {
      const response = await fetch(request, init);
      cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return response;
    },
  });
  const api = createORPCClient<Client>(link);
  await api.sessions.login({ username: 'admin', password: ADMIN_PASSWORD });
  return api;
}

function report(overHttp: number, byPgbench: number): void {
  console.log(`\napprovals: ${APPROVALS} deposits of as many people, ${CALLERS} callers`);
  console.log(`  over HTTP, signed in      ${overHttp.toFixed(0).padStart(6)} a second`);
  console.log(`  pgbench, the same SQL     ${byPgbench.toFixed(0).padStart(6)} a second`);
  console.log(`  ratio HTTP / pgbench      ${(overHttp / byPgbench).toFixed(2).padStart(6)}`);
}
