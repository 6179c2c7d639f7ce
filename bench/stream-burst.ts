import { callOthers } from './calls.ts';
import { startOthers } from './others.ts';
import { report } from './report.ts';
import { quantile } from './statistics.ts';
import { openStream } from './streams.ts';
import { readServerUsage } from './usage.ts';
import { type BenchServer, cookieOf, openBenchWorld, startServer } from './world.ts';

const STREAMS = 2000;
const QUIET_MS = 5000;
const TARGET_MS = 500;

/** Measures other requests while 2,000 people open their streams simultaneously, as after a restart of a proxy. */
export async function benchStreamBurst(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const people = { users: STREAMS, admins: 1, pending: 0, decided: 0 };
    const { db } = await world.createFilled('burst', people);
    await db.close();
    const server = await startServer(world.urlOf('burst'), { TRUST_PROXY: '127.0.0.1' });
    try {
      await measure(server);
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function measure(server: BenchServer): Promise<void> {
  const cookies = cookieOf(STREAMS + 1);
  await callOthers(server.baseUrl, { cookies, forMs: QUIET_MS });
  const quiet = await callOthers(server.baseUrl, { cookies, forMs: QUIET_MS });
  const stopOthers = await startOthers(server.baseUrl, cookies);
  const before = await readServerUsage(server);
  const startedAt = performance.now();
  const streams = await Promise.all(
    Array.from({ length: STREAMS }, (_, n) => openStream(server, headersOf(n + 1))),
  );
  const openedMs = performance.now() - startedAt;
  const loud = await stopOthers();
  const { cpuMs } = await readServerUsage(server);
  for (const stream of streams) stream.destroy();
  await report('stream-burst', `${STREAMS} streams opened simultaneously`, {
    'until all are open, ms': openedMs,
    'processor time of the server, ms': cpuMs - before.cpuMs,
    "others' p95 without, ms": quantile(quiet, 0.95),
    "others' p95 while they open, ms": quantile(loud, 0.95),
    'target, ms': TARGET_MS,
  });
}

/** From different addresses: many streams from one would exceed its limit. */
const headersOf = (number: number) => ({
  cookie: cookieOf(number),
  'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
});
