import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '../../server/db/limits.ts';
import { verifyDatabase } from '../../server/ledger/verify/verify.ts';
import { type Figures, report } from '../report.ts';
import { Cluster } from './cluster.ts';
import { Load, signIn } from './load.ts';
import { seeded } from './random.ts';

const PEOPLE = 4;
/** Parts that a service manager would restart immediately, since there is one of each. */
const SINGLE = new Set(['haproxy', 'pgbouncer']);
const CAUSES = [
  'primary',
  'held',
  'replica',
  'etcd',
  'wallet',
  'haproxy',
  'pgbouncer',
  'switchover',
] as const;
type Cause = (typeof CAUSES)[number];

interface Failure {
  cause: Cause;
  part: string;
  writesBackMs: number;
  readsBackMs: number;
  /** Between two acknowledged reads, until all parts run again. */
  readGapMs: number;
}

/**
 * Kills parts of a cluster under load, in an order that the seed decides, and compares what was acknowledged with the
 * database. `--asynchronous` is the negative control: acknowledged commands are then lost.
 */
export async function soakFailover(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      only: { type: 'string' },
      asynchronous: { type: 'boolean', default: false },
    },
  });
  const isSynchronous = !values.asynchronous;
  const cluster = new Cluster(`/tmp/wallet-soak-${process.pid}`, isSynchronous);
  const until = performance.now() + Number(values.minutes) * 60_000;
  try {
    await cluster.do('start');
    await cluster.untilHealthy(isSynchronous);
    const load = new Load(await signIn('admin', await cluster.read('admin_password')));
    await load.start(PEOPLE);
    await load.untilAcknowledged('write', performance.now());
    const random = seeded(Number(values.seed));
    const failures: Failure[] = [];
    while (failures.length < Number(values.kills) && performance.now() < until) {
      const given = CAUSES.find((cause) => cause === values.only);
      const cause = given ?? CAUSES[Math.floor(random() * CAUSES.length)] ?? 'primary';
      const failure = await fail(cluster, load, { cause, random, isSynchronous });
      failures.push(failure);
      console.log(JSON.stringify(failure));
    }
    await load.finish();
    const name = isSynchronous ? 'soak-failover' : 'soak-failover-asynchronous';
    await report(name, `seed ${values.seed}, ${PEOPLE} people`, {
      ...describe(failures),
      ...(await compare(cluster, load)),
    });
  } catch (error) {
    console.error('The logs of all parts are in', await cluster.keepLogs());
    throw error;
  } finally {
    await cluster.do('destroy');
  }
}

async function fail(
  cluster: Cluster,
  load: Load,
  { cause, random, isSynchronous }: { cause: Cause; random: () => number; isSynchronous: boolean },
): Promise<Failure> {
  const part = await choosePart(cluster, cause, random);
  console.log(`kills ${part} (${cause})`);
  await setTimeout(500 + 1500 * random());
  const release = cause === 'held' ? await cluster.holdReplication() : undefined;
  if (release) await setTimeout(1500);
  const beganAt = performance.now();
  if (cause === 'switchover') await cluster.do('switchover');
  else await cluster.do('kill', part);
  release?.();
  // Calls that were sent before the part had ended prove nothing.
  const since = performance.now();
  if (SINGLE.has(part)) await cluster.do('start', part);
  const [writesBackAt, readsBackAt] = await Promise.all([
    load.untilAcknowledged('write', since),
    load.untilAcknowledged('read', since),
  ]);
  // Like a service manager, also starts a wallet server that ended because the database was lost while it started.
  await cluster.do('start');
  await cluster.untilHealthy(isSynchronous);
  const msSince = (moment: number) => Math.round(moment - beganAt);
  return {
    cause,
    part,
    writesBackMs: msSince(writesBackAt),
    readsBackMs: msSince(readsBackAt),
    readGapMs: Math.round(load.longestReadGapMs(beganAt)),
  };
}

async function choosePart(cluster: Cluster, cause: Cause, random: () => number): Promise<string> {
  const one = (names: string[]) => names[Math.floor(random() * names.length)] ?? '';
  const { primary, replicas } = await cluster.findRoles();
  switch (cause) {
    case 'replica':
      return one(replicas);
    case 'etcd':
      return one(['etcd1', 'etcd2', 'etcd3']);
    case 'wallet':
      return one(['wallet1', 'wallet2']);
    case 'haproxy':
    case 'pgbouncer':
      return cause;
    default:
      return primary;
  }
}

function describe(failures: readonly Failure[]): Figures {
  const most = (times: number[]) => Math.max(0, ...times) / 1000;
  const byCause = CAUSES.flatMap((cause) => {
    const some = failures.filter((one) => one.cause === cause);
    if (some.length === 0) return [];
    return [
      [`${cause}: times`, some.length],
      [`${cause}: writes back, most s`, most(some.map(({ writesBackMs }) => writesBackMs))],
      [`${cause}: reads back, most s`, most(some.map(({ readsBackMs }) => readsBackMs))],
      [`${cause}: longest time without a read, s`, most(some.map(({ readGapMs }) => readGapMs))],
    ] as const;
  });
  return { failures: failures.length, ...Object.fromEntries(byCause) };
}

/** Compares what was acknowledged with the database, and verifies it. */
async function compare(cluster: Cluster, load: Load): Promise<Figures> {
  const password = await cluster.read('password');
  const connectionString = `postgresql://wallet:${password}@127.0.0.10:5000/wallet`;
  const db = openDatabase({ connectionString }, { limits: byHandLimits(DEFAULT_LIMITS) });
  const rows = await db.query<{ id: string; status: string }>(
    'SELECT id, status FROM transactions',
  );
  let broken = 0;
  for await (const { title, offenders } of verifyDatabase(db)) {
    if (offenders.length > 0) console.error(title, offenders.slice(0, 3));
    broken += offenders.length;
  }
  await db.close();
  const stored = new Map(rows.map(({ id, status }) => [id, status]));
  const acknowledged = [...load.deposits];
  const isKept = ([id, state]: (typeof acknowledged)[number]) =>
    state === 'approved' ? stored.get(id) === 'approved' : stored.has(id);
  return {
    'acknowledged commands':
      acknowledged.length + acknowledged.filter(([, s]) => s === 'approved').length,
    'lost commands': acknowledged.filter((one) => !isKept(one)).length,
    'doubled commands': rows.filter(({ id }) => !load.deposits.has(id)).length,
    'refused approvals': load.refused.length,
    'broken invariants': broken,
    'repeated calls': load.retries,
    'ended sessions': load.endedSessions,
    'resumed streams': load.resumedStreams,
    'approved deposits that no stream announced': acknowledged.filter(
      ([id, state]) => state === 'approved' && !load.announced.has(id),
    ).length,
  };
}
