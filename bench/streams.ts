import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Client } from '#contract/contract.ts';
import { EVENTS_PATH } from '#contract/events/frames.ts';
import { transactionId } from '#contract/shared/base.ts';
import { atPace } from './pace.ts';
import { type Figures, report } from './report.ts';
import { quantile } from './statistics.ts';
import { readServerUsage } from './usage.ts';
import { type BenchServer, cookieOf, openBenchWorld, startServer } from './world.ts';

const ADMIN_STREAMS = [0, 40, 160, 800];
/** The duration of each measurement, and the maximum number of pending deposits for it. */
const MEASURED_MS = 6000;
const WARM_UP_MS = 2000;
const MOST_APPROVALS = 2000;
const CALLERS = 16;
/** The number of streams to open, to check that twice as many take twice as long. */
const OPENED = 5000;
const OPENED_AT_ONCE = 32;
const PEOPLE = 2 * OPENED;
/** The number of the first administrator. */
const FIRST_ADMIN = PEOPLE + 1;
/** The number of administrators among all recipients of decisions on deposits. */
const REVIEWERS = 20;
const COMMITS_PER_SECOND = 200;
const WATCHED_MS = 10_000;

/**
 * Measures whether opening streams is linear, and a stream's memory in the server; the delay from an approval to the
 * screen of the deposit's owner, with all streams open; and approvals per second over HTTP while many
 * administrators' streams receive each event.
 */
export async function benchStreams(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const pending = MOST_APPROVALS * (ADMIN_STREAMS.length + 2);
    const admins = Math.max(...ADMIN_STREAMS, CALLERS);
    const { db } = await world.createFilled('streams', {
      users: PEOPLE,
      admins,
      pending,
      decided: 0,
    });
    const ids = await db.query<{ id: string }>(
      `SELECT id FROM transactions WHERE status = 'pending' ORDER BY id`,
    );
    await db.close();
    const waiting = ids.map(({ id }) => id);
    const server = await startServer(world.urlOf('streams'), { TRUST_PROXY: '127.0.0.1' });
    try {
      await report('streams', `opened, ${OPENED_AT_ONCE} at a time, and told of deposits`, {
        ...(await benchOpening(server)),
        ...(await benchScreens(server, waiting)),
        ...(await benchApprovals(server, waiting)),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function benchOpening(server: BenchServer): Promise<Figures> {
  await close(await openStreams(server, { from: 1, count: OPENED_AT_ONCE }));
  const before = await readServerUsage(server);
  const streams = await openStreams(server, { from: 1, count: OPENED });
  const between = await readServerUsage(server);
  await close(streams);
  const rested = await readServerUsage(server);
  const more = await openStreams(server, { from: 1, count: 2 * OPENED });
  const after = await readServerUsage(server);
  await close(more);
  const [once, twice] = [between.cpuMs - before.cpuMs, after.cpuMs - rested.cpuMs];
  const bytes = (after.memoryBytes - before.memoryBytes) / (2 * OPENED);
  return {
    [`${OPENED} opened, ms of CPU`]: once,
    [`${2 * OPENED} opened, ms of CPU`]: twice,
    'ratio: twice as many (linear: 2)': twice / once,
    'memory of a stream, KB': bytes / 1024,
  };
}

/** When an approval was sent and confirmed, and when its owner's stream received the event. */
interface Seen {
  sentAt: number;
  answeredAt: number;
  shownAt: number;
}

/** From an approval to its owner's screen, with all streams open and administrators who receive each event. */
async function benchScreens(server: BenchServer, waiting: string[]): Promise<Figures> {
  const seen = new Map<string, Seen>();
  const show = (text: string) => {
    const shownAt = performance.now();
    for (const [, id = ''] of text.matchAll(/"id":"([0-9a-f-]{36})"/g)) {
      const one = seen.get(id);
      if (one && one.shownAt === 0) one.shownAt = shownAt;
    }
  };
  const owners = 2 * OPENED - REVIEWERS;
  const streams = [
    ...(await openStreams(server, { from: 1, count: owners, onText: show })),
    ...(await openStreams(server, { from: FIRST_ADMIN, count: REVIEWERS })),
  ];
  const callers = Array.from({ length: CALLERS }, (_, n) => clientOf(server, FIRST_ADMIN + n));
  const approve = async (n: number) => {
    const id = waiting.shift();
    const api = callers[n % CALLERS];
    if (id === undefined || !api) throw new Error('There is nothing left to approve');
    const one = { sentAt: performance.now(), answeredAt: 0, shownAt: 0 };
    seen.set(id, one);
    await approveOne(api, id);
    one.answeredAt = performance.now();
  };
  const pace = { perSecond: COMMITS_PER_SECOND };
  await atPace({ ...pace, forMs: WARM_UP_MS }, approve);
  seen.clear();
  const before = await readServerUsage(server);
  await atPace({ ...pace, forMs: WATCHED_MS }, approve);
  const after = await readServerUsage(server);
  await close(streams);
  const told = [...seen.values()];
  if (told.some(({ shownAt }) => shownAt === 0)) throw new Error('Not every stream was told');
  const sorted = (read: (one: Seen) => number) => told.map(read).sort((a, b) => a - b);
  const fromSent = sorted(({ sentAt, shownAt }) => shownAt - sentAt);
  const fromAnswer = sorted(({ answeredAt, shownAt }) => shownAt - answeredAt);
  const given = `${streams.length} streams, ${COMMITS_PER_SECOND} approvals a second`;
  return {
    [`${given}: sent to shown, p50 in ms`]: quantile(fromSent, 0.5),
    [`${given}: sent to shown, p99 in ms`]: quantile(fromSent, 0.99),
    [`${given}: answered to shown, p99 in ms`]: quantile(fromAnswer, 0.99),
    [`${given}: CPU of the server, share`]: (after.cpuMs - before.cpuMs) / WATCHED_MS,
  };
}

/** The rate depends on the machine's other load; the server's CPU time for each approval does not. */
async function benchApprovals(server: BenchServer, waiting: string[]): Promise<Figures> {
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
  const figures: Figures = {};
  for (const count of ADMIN_STREAMS) {
    const streams = await openStreams(server, { from: FIRST_ADMIN, count });
    const { rate, cpuMs } = await measure(MEASURED_MS);
    await close(streams);
    figures[`${count} administrators listen: approvals a second`] = rate;
    figures[`${count} administrators listen: CPU of the server for each, ms`] = cpuMs;
  }
  return figures;
}

async function approveAll(api: Client, waiting: string[], until: number): Promise<void> {
  while (performance.now() < until) {
    const id = waiting.pop();
    if (id === undefined) return;
    await approveOne(api, id);
  }
}

async function approveOne(api: Client, id: string): Promise<void> {
  const ids = [transactionId.parse(id)];
  const decision = { ids, decision: 'approved' as const, requestKey: randomUUID() };
  const { results } = await api.review.decide(decision);
  if (results[0]?.refusal) throw new Error(`Not approved: ${results[0].refusal.code}`);
}

function clientOf({ baseUrl }: BenchServer, number: number): Client {
  return createORPCClient(new RPCLink({ url: `${baseUrl}/rpc`, headers: headersOf(number) }));
}

/** From different addresses: many streams from one would exceed its limit. */
const headersOf = (number: number) => ({
  cookie: cookieOf(number),
  'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
});

async function openStreams(
  server: BenchServer,
  { from, count, onText }: { from: number; count: number; onText?: (text: string) => void },
): Promise<ClientRequest[]> {
  const numbers = Array.from({ length: count }, (_, n) => from + n);
  const opened: ClientRequest[] = [];
  const openInTurn = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      opened.push(await openStream(server, headersOf(number), onText));
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openInTurn));
  return opened;
}

/** `onText` receives the text after the opening. Throws if the stream is refused. */
async function openStream(
  { baseUrl }: BenchServer,
  headers: Record<string, string>,
  onText?: (text: string) => void,
): Promise<ClientRequest> {
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
  if (onText) response.on('data', (bytes: Buffer) => onText(bytes.toString('latin1')));
  else response.resume();
  return request;
}

async function close(requests: ClientRequest[]): Promise<void> {
  const closed = requests.map((request) => once(request, 'close'));
  for (const request of requests) request.destroy();
  await Promise.all(closed);
}
