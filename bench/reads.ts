import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { report } from './report.ts';
import { readCpuUs } from './usage.ts';
import { type BenchServer, cookieOf, openBenchWorld, startServer } from './world.ts';
import { callByWrk } from './wrk.ts';

const PEOPLE = 1000;
const CALLERS = 64;
const [WARM_UP_S, MEASURED_S] = [3, 6];
/** More than bare Fastify serves in a second. */
const PER_SECOND = 20_000;
/** Turns alternate, so that a change of the machine's speed concerns both programs. */
const TURNS = 3;
const PATH = '/rpc/balances/current';

/** Measures the processor time of a read over RPC, and of the same requests to bare Fastify. */
export async function benchReads(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const { db } = await world.createFilled('reads', { users: PEOPLE, pending: 0, decided: 0 });
    await db.close();
    const wallet = await startServer(world.urlOf('reads'), { TRUST_PROXY: '127.0.0.1' });
    const bare = await startBareFastify();
    const measure = async (seconds: number) => ({
      bare: await costOf(bare, seconds),
      wallet: await costOf(wallet, seconds),
    });
    await measure(WARM_UP_S);
    const costs: Awaited<ReturnType<typeof measure>>[] = [];
    for (let turn = 0; turn < TURNS; turn++) costs.push(await measure(MEASURED_S));
    for (const server of [bare, wallet]) await server.stop();
    const middle = (of: (cost: (typeof costs)[number]) => number) =>
      costs.map(of).sort((a, b) => a - b)[Math.floor(TURNS / 2)] ?? Number.NaN;
    await report(
      'reads',
      `the balance of a wallet, ${CALLERS} callers, the middle of ${TURNS} turns`,
      {
        'over RPC, CPU of Node for each, µs': middle((cost) => cost.wallet.cpuUs),
        'bare Fastify, CPU of Node for each, µs': middle((cost) => cost.bare.cpuUs),
        'ratio: RPC / bare Fastify': middle((cost) => cost.wallet.cpuUs / cost.bare.cpuUs),
        'over RPC, a second': middle((cost) => cost.wallet.rate),
        'over RPC, p99 in ms': middle((cost) => cost.wallet.p99Ms),
      },
    );
  } finally {
    await world.close();
  }
}

interface Cost {
  cpuUs: number;
  rate: number;
  p99Ms: number;
}

async function costOf(server: BenchServer, seconds: number): Promise<Cost> {
  const requests = Array.from({ length: seconds * PER_SECOND }, (_, n) => ({
    cookie: cookieOf(1 + (n % PEOPLE)),
    // One network may send 30,000 requests a minute.
    from: `192.0.2.${n % 250}`,
    body: {},
  }));
  const before = await readCpuUs(server.pid);
  const load = { path: PATH, callers: CALLERS, seconds, requests };
  const {
    requests: count,
    rate,
    p99Ms,
  } = await Promise.race([callByWrk(server, load), server.died]);
  return { cpuUs: ((await readCpuUs(server.pid)) - before) / count, rate, p99Ms };
}

/** Runs in a process whose use of the processor can be measured. */
async function startBareFastify(): Promise<BenchServer> {
  const program = path.join(import.meta.dirname, 'bare-fastify.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const died = exited.then(() => Promise.reject(new Error('Bare Fastify ended by itself')));
  died.catch(() => undefined);
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    baseUrl: String(line).replace('ready at ', ''),
    pid: child.pid ?? Number.NaN,
    died,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
