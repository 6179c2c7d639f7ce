import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { transactionId } from '#contract/base.ts';
import type { Client } from '#contract/contract.ts';
import { EVENTS_PATH } from '#contract/event-frames.ts';
import { readServerUsage } from './usage.ts';
import { type BenchServer, cookieOf, openBenchWorld, startServer } from './world.ts';

const ADMIN_STREAMS = [0, 40, 160, 800];
/** How long each is measured, and how many deposits wait for it at most. */
const MEASURED_MS = 6000;
const WARM_UP_MS = 2000;
const MOST_APPROVALS = 2000;
const CALLERS = 16;
/** How many streams are opened to see that twice as many take twice as long, not more. */
const OPENED = 400;
const OPENED_AT_ONCE = 32;
const PEOPLE = 2 * OPENED;
/** The number of the first administrator. */
const FIRST_ADMIN = PEOPLE + 1;

/**
 * Approvals per second over HTTP while so many administrators' streams hear of each, what a stream
 * takes of the server's memory, and whether opening streams stays linear.
 */
export async function benchStreams(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const pending = MOST_APPROVALS * (ADMIN_STREAMS.length + 1);
    const admins = Math.max(...ADMIN_STREAMS, CALLERS);
    const { db } = await world.createFilled('streams', {
      users: PEOPLE,
      admins,
      pending,
      decided: 0,
    });
    const ids = await db.query<{ id: string }>(
      `SELECT id FROM transactions WHERE status = 'pending'`,
    );
    await db.close();
    const server = await startServer(world.urlOf('streams'));
    try {
      await benchOpening(server);
      await benchApprovals(
        server,
        ids.map(({ id }) => id),
      );
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function benchOpening(server: BenchServer): Promise<void> {
  await close(await openStreams(server, { from: 1, count: OPENED }));
  const before = await readServerUsage(server);
  const streams = await openStreams(server, { from: 1, count: OPENED });
  const between = await readServerUsage(server);
  await close(streams);
  const rested = await readServerUsage(server);
  await close(await openStreams(server, { from: 1, count: 2 * OPENED }));
  const after = await readServerUsage(server);
  const [once, twice] = [between.cpuMs - before.cpuMs, after.cpuMs - rested.cpuMs];
  const bytes = (between.memoryBytes - before.memoryBytes) / OPENED;
  console.log(`\nstreams: opening them, ${OPENED_AT_ONCE} at a time`);
  console.log(`  ${OPENED} take the server     ${once.toFixed(0).padStart(6)} ms of CPU`);
  console.log(`  ${2 * OPENED} take the server     ${twice.toFixed(0).padStart(6)} ms of CPU`);
  console.log(`  ratio (linear: 2)       ${(twice / once).toFixed(2).padStart(6)}`);
  console.log(`  memory of a stream      ${(bytes / 1024).toFixed(1).padStart(6)} kB`);
}

/** The rate shows what else the machine does; the CPU of the server for each approval does not. */
async function benchApprovals(server: BenchServer, ids: string[]): Promise<void> {
  const waiting = ids.map((id) => transactionId.parse(id));
  const callers = Array.from({ length: CALLERS }, (_, n) => clientOf(server, FIRST_ADMIN + n));
  const measure = async (timeMs: number) => {
    const batch = waiting.splice(0, MOST_APPROVALS);
    const before = await readServerUsage(server);
    const startedAt = performance.now();
    const until = startedAt + timeMs;
    await Promise.all(callers.map((api) => approveAll(api, batch, until)));
    const approved = MOST_APPROVALS - batch.length;
    const rate = approved / ((performance.now() - startedAt) / 1000);
    return { rate, cpuMs: ((await readServerUsage(server)).cpuMs - before.cpuMs) / approved };
  };
  await measure(WARM_UP_MS);
  console.log(
    `\nstreams: deposits approved by ${CALLERS} callers, of a second and of none listening`,
  );
  let alone: number | undefined;
  for (const count of ADMIN_STREAMS) {
    const streams = await openStreams(server, { from: FIRST_ADMIN, count });
    const { rate, cpuMs } = await measure(MEASURED_MS);
    await close(streams);
    alone ??= rate;
    const share = (rate / alone).toFixed(2);
    const listening = String(count).padStart(5);
    console.log(
      `${listening} streams listen  ${rate.toFixed(0).padStart(6)}  ${share}  ${cpuMs.toFixed(1).padStart(6)} ms of CPU each`,
    );
  }
}

async function approveAll(
  api: Client,
  waiting: ReturnType<typeof transactionId.parse>[],
  until: number,
): Promise<void> {
  while (performance.now() < until) {
    const id = waiting.pop();
    if (id === undefined) return;
    const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
    const { results } = await api.review.decide(decision);
    if (results[0]?.refusal) throw new Error(`Not approved: ${results[0].refusal.code}`);
  }
}

function clientOf({ baseUrl }: BenchServer, number: number): Client {
  return createORPCClient(
    new RPCLink({ url: `${baseUrl}/rpc`, headers: { cookie: cookieOf(number) } }),
  );
}

async function openStreams(
  server: BenchServer,
  { from, count }: { from: number; count: number },
): Promise<ClientRequest[]> {
  const numbers = Array.from({ length: count }, (_, n) => from + n);
  const opened: ClientRequest[] = [];
  const openInTurn = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      opened.push(await openStream(server, cookieOf(number)));
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openInTurn));
  return opened;
}

/** Throws when the stream is refused. */
export async function openStream({ baseUrl }: BenchServer, cookie: string): Promise<ClientRequest> {
  const headers = { cookie };
  const request = get(`${baseUrl}${EVENTS_PATH}`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) {
    request.destroy();
    throw new Error(`A stream was refused: ${response.statusCode}`);
  }
  response.on('error', () => undefined);
  const ended = once(response, 'close').then(() => {
    throw new Error('A stream was ended at once');
  });
  await Promise.race([once(response, 'data'), ended]);
  ended.catch(() => undefined);
  response.resume();
  return request;
}

async function close(requests: ClientRequest[]): Promise<void> {
  const closed = requests.map((request) => once(request, 'close'));
  for (const request of requests) request.destroy();
  await Promise.all(closed);
}
