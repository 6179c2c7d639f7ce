import { openDatabase } from '../server/db/database.ts';
import { type Replicas, startReplicas } from '../server/testing/replicas.ts';
import { testSecrets } from '../server/testing/secrets.ts';
import { report } from './report.ts';
import { sumOfFamily } from './usage.ts';
import { type BenchServer, cookieOf, fill, signEveryoneIn, startServer } from './world.ts';

const USERS = 500;
const ADMIN = USERS + 1;
const [WARM_UP_S, MEASURED_S] = [2, 6];
const CALLERS = 8;
/** One of so many calls writes. */
const WRITE_EVERY = 20;
/** Turns alternate, so that a change of the machine's speed concerns both. */
const TURNS = 3;

interface Call {
  path: string;
  input: object;
  isOfAdmin?: true;
}

/** Calls of people and of an administrator, of which the sessions are read on the primary in any case. */
const READS: Call[] = [
  { path: 'transactions/passbook', input: { limit: 20 } },
  { path: 'dashboards/own', input: {} },
  { path: 'dashboards/recent', input: {} },
  { path: 'notifications/list', input: { limit: 20 } },
  { path: 'balances/current', input: {} },
  { path: 'transactions/search', input: { limit: 20 }, isOfAdmin: true },
  { path: 'users/list', input: { limit: 20 }, isOfAdmin: true },
  { path: 'dashboards/charts', input: { days: 30 }, isOfAdmin: true },
];
const WRITE: Call = { path: 'notifications/markAllRead', input: {} };

/** Compares the processor time of the primary with and without a replica, under the same mix of reads and some writes. */
export async function benchReplica(): Promise<void> {
  const replicas = await startReplicas({ isSynchronous: false });
  const db = openDatabase(
    { connectionString: replicas.connectionString },
    { secrets: testSecrets() },
  );
  try {
    await fill(db, { users: USERS, admins: 1, pending: 200, decided: 50_000 });
    await signEveryoneIn(db);
    await db.close();
    await report(
      'replica',
      `${USERS} people, ${CALLERS} callers, one call of ${WRITE_EVERY} writes`,
      await compare(replicas),
    );
  } finally {
    await replicas.stop();
  }
}

async function compare({ connectionString, readUrl, primaryPid }: Replicas) {
  const alone = await startServer(connectionString);
  const moved = await startServer(connectionString, { DATABASE_READ_URL: readUrl });
  const turns: { alone: Cost; moved: Cost }[] = [];
  for (const server of [alone, moved]) await callFor(server, WARM_UP_S);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const measure = (server: BenchServer) => costOf(server, primaryPid);
    turns.push({ alone: await measure(alone), moved: await measure(moved) });
  }
  const outcomes = await readOutcomes(moved);
  await Promise.all([alone.stop(), moved.stop()]);
  const all = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
  const middle = (of: (turn: (typeof turns)[number]) => number) =>
    turns.map(of).sort((a, b) => a - b)[Math.floor(TURNS / 2)] ?? Number.NaN;
  return {
    'statements of these reads on the replica, %': (100 * (outcomes.replica ?? 0)) / all,
    'fallen back because the replica lagged, %': (100 * (outcomes.behind ?? 0)) / all,
    'CPU of the primary for each call without a replica, µs': middle((turn) => turn.alone.cpuUs),
    'CPU of the primary for each call with it, µs': middle((turn) => turn.moved.cpuUs),
    'ratio of the primary’s CPU: with / without': middle(
      (turn) => turn.moved.cpuUs / turn.alone.cpuUs,
    ),
    'p50 without, ms': middle((turn) => turn.alone.p50Ms),
    'p50 with, ms': middle((turn) => turn.moved.p50Ms),
    'p99 without, ms': middle((turn) => turn.alone.p99Ms),
    'p99 with, ms': middle((turn) => turn.moved.p99Ms),
  };
}

interface Cost {
  cpuUs: number;
  p50Ms: number;
  p99Ms: number;
}

async function costOf(server: BenchServer, primaryPid: number): Promise<Cost> {
  const before = await sumOfFamily(primaryPid);
  const times = await callFor(server, MEASURED_S);
  const cpuUs = ((await sumOfFamily(primaryPid)) - before) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)] ?? Number.NaN;
  return { cpuUs, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Returns how long each call took, in milliseconds. */
async function callFor(server: BenchServer, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const work = async (caller: number) => {
    for (let n = caller; performance.now() < until; n += CALLERS) {
      const call = n % WRITE_EVERY === 0 ? WRITE : READS[n % READS.length];
      if (!call) continue;
      const startedAt = performance.now();
      await send(server, call, call.isOfAdmin ? ADMIN : 1 + (n % USERS));
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.race([
    Promise.all(Array.from({ length: CALLERS }, (_, n) => work(n))),
    server.died,
  ]);
  return times;
}

async function send(server: BenchServer, { path, input }: Call, person: number): Promise<void> {
  const response = await fetch(`${server.baseUrl}/rpc/${path}`, {
    method: 'POST',
    headers: { cookie: cookieOf(person), 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function readOutcomes(server: BenchServer): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
  const found = text.matchAll(/^wallet_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome, Number(count)]));
}
