import { APPROVALS, CALLERS, createWaiting, toRequest } from './approvals.ts';
import { type Figures, report } from './report.ts';
import { measureWarm } from './usage.ts';
import { type BenchServer, openBenchWorld, startServer } from './world.ts';
import { callByWrk } from './wrk.ts';

const WARM_UP_S = 2;
/** Short: a network has 30,000 requests a minute. */
const MEASURED_S = 2;
const ROUNDS = 3;
/** More than can be approved in a second. */
const PER_SECOND = 3000;

/** Measures approvals by one worker and by two, in turns, with the busy cores of each. The callers use cores as well. */
export async function benchWorkers(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const waiting = (
      await createWaiting(world, 'shared', 2 * (WARM_UP_S + ROUNDS * MEASURED_S) * PER_SECOND)
    ).map(toRequest);
    const { db } = await world.open('shared');
    // A session approves more than is allowed without a confirmation.
    await db.query('UPDATE wallet_settings SET step_up_above_paise = 100000000000');
    const start = (WORKERS: string) => startServer(world.urlOf('shared'), { WORKERS });
    const servers = { one: await start('1'), two: await start('2') };
    const call = (server: BenchServer, seconds: number) => async () => {
      const requests = waiting.splice(0, seconds * PER_SECOND);
      return callByWrk(server, { path: APPROVALS, callers: CALLERS, seconds, requests });
    };
    for (const server of Object.values(servers)) await call(server, WARM_UP_S)();
    const measured: Record<keyof typeof servers, Measured[]> = { one: [], two: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['one', 'two'] as const) {
        const server = servers[name];
        const { rate, figures } = await measureWarm(
          { server, query: db.query },
          call(server, MEASURED_S),
        );
        measured[name].push({ rate, figures });
      }
    }
    for (const server of Object.values(servers)) await server.stop();
    await db.close();
    const [one, two] = [middleOf(measured.one), middleOf(measured.two)];
    await report('workers', `approvals by ${CALLERS} callers`, {
      ...named(one.figures, 'one worker'),
      ...named(two.figures, 'two workers'),
      'ratio: two / one': two.rate / one.rate,
    });
  } finally {
    await world.close();
  }
}

interface Measured {
  rate: number;
  figures: Figures;
}

function middleOf(measured: Measured[]): Measured {
  const middle = measured.toSorted((a, b) => a.rate - b.rate)[Math.floor(measured.length / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}

function named(figures: Figures, name: string): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([what, value]) => [`${name}: ${what}`, value]),
  );
}
