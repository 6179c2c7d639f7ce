import { report } from './report.ts';
import { median } from './statistics.ts';
import { type BenchWorld, fill, openBenchWorld, startServer } from './world.ts';

const ROWS = Number(process.env.HISTORY ?? 1_000_000);
const TIMES = 5;

/** Measures how long a server on a database with a history takes to be ready and to respond. */
export async function benchStart(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('started');
    const { db } = await world.open('started');
    await fill(db, { users: 10_000, pending: 0, decided: ROWS });
    await db.close();
    const firstMs = await startOnce(world);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) times.push(await startOnce(world));
    const second = median(times);
    await report('start', `${ROWS} transactions`, {
      'first start to the first answer, ms': firstMs,
      'second start to the first answer, ms': second,
      'limit of a second start, ms': 2000,
      'ratio: second start / limit': second / 2000,
    });
  } finally {
    await world.close();
  }
}

async function startOnce(world: BenchWorld): Promise<number> {
  const startedAt = performance.now();
  const server = await startServer(world.urlOf('started'));
  const response = await fetch(`${server.baseUrl}/readyz`);
  if (!response.ok) throw new Error(`Not ready: ${response.status}`);
  const timeMs = performance.now() - startedAt;
  await server.stop();
  return timeMs;
}
