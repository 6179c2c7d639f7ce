import { report } from './report.ts';
import { median } from './statistics.ts';
import { readCpuUs } from './usage.ts';
import { type BenchWorld, fill, openBenchWorld, startServer } from './world.ts';

const ROWS = Number(process.env.HISTORY ?? 1_000_000);
const TIMES = 5;

interface Start {
  timeMs: number;
  cpuMs: number;
}

/** Measures how long a server on a database with a history takes to be ready and to respond, and its processor time. */
export async function benchStart(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('started');
    const { db } = await world.open('started');
    await fill(db, { users: 10_000, pending: 0, decided: ROWS });
    await db.close();
    const { timeMs: firstMs } = await startOnce(world);
    const starts: Start[] = [];
    for (let n = 0; n < TIMES; n++) starts.push(await startOnce(world));
    const second = median(starts.map(({ timeMs }) => timeMs));
    await report('start', `${ROWS} transactions`, {
      'first start to the first answer, ms': firstMs,
      'second start to the first answer, ms': second,
      'processor time of a second start, ms': median(starts.map(({ cpuMs }) => cpuMs)),
      'limit of a second start, ms': 2000,
      'ratio: second start / limit': second / 2000,
    });
  } finally {
    await world.close();
  }
}

async function startOnce(world: BenchWorld): Promise<Start> {
  const startedAt = performance.now();
  const server = await startServer(world.urlOf('started'));
  const response = await fetch(`${server.baseUrl}/readyz`);
  if (!response.ok) throw new Error(`Not ready: ${response.status}`);
  const timeMs = performance.now() - startedAt;
  const cpuMs = (await readCpuUs(server.pid)) / 1000;
  await server.stop();
  return { timeMs, cpuMs };
}
