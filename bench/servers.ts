import { APPROVALS, CALLERS, createWaiting, toRequest } from './approvals.ts';
import { report } from './report.ts';
import { type BenchServer, openBenchWorld, startServer } from './world.ts';
import { callByWrk } from './wrk.ts';

const WARM_UP_S = 3;
const MEASURED_S = 6;
/** More than one server approves in a second. */
const PER_SECOND = 1000;

/** Measures approvals through two servers on one PostgreSQL, against those through one. */
export async function benchServers(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const waiting = (await createWaiting(world, 'shared')).map(toRequest);
    const start = () => startServer(world.urlOf('shared'));
    const [first, second] = [await start(), await start()];
    const measure = async (servers: BenchServer[], seconds: number) => {
      const callers = CALLERS / servers.length;
      const calls = servers.map((server) => {
        const requests = waiting.splice(0, seconds * PER_SECOND);
        return callByWrk(server, { path: APPROVALS, callers, seconds, requests });
      });
      return (await Promise.all(calls)).reduce((sum, { rate }) => sum + rate, 0);
    };
    await measure([first, second], WARM_UP_S);
    const one = await measure([first], MEASURED_S);
    const two = await measure([first, second], MEASURED_S);
    for (const server of [first, second]) await server.stop();
    await report('servers', `approvals by ${CALLERS} callers`, {
      'through one server, a second': one,
      'through two servers, a second': two,
      'ratio: two / one': two / one,
    });
  } finally {
    await world.close();
  }
}
