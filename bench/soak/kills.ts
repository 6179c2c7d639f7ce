import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '#server/db/database.ts';
import { type Figures, report } from '../report.ts';
import {
  findPostmasterOf,
  type Installation,
  killPostgres,
  withInstallation,
} from './installation.ts';
import { drawReceipt, newPerson, untilAnswered } from './money-client.ts';
import { findChildren, signal } from './processes.ts';
import { seeded } from './random.ts';
import { playScripts, type Tally } from './scripts.ts';
import type { SoakServer } from './server.ts';
import { KilledVerbs, VERBS, type VerbName } from './verbs.ts';
import { countBroken } from './world.ts';

const STAGES = 3;
/** Then a new installation begins: to verify one after each kill takes longer and longer. */
const KILLS_OF_ONE = 30;
const CALL_MS = 10_000;
/** How long a kill waits for a moment in which its statement runs. */
const MOMENT_MS = 8000;

/** SQL patterns of the statements of background jobs during which the server is killed. */
const JOBS = { seal: '%audit_t%', projector: '%projections%' } as const;
const CAUSES = [
  ...(['server', 'postgres', 'backend', 'both', 'image worker'] as const),
  ...(Object.keys(JOBS) as (keyof typeof JOBS)[]),
  ...VERBS,
];
type Cause = (typeof CAUSES)[number];

interface Kill {
  cause: Cause;
  /** From the end of the cause to the first acknowledged write; 0 if nothing was interrupted. */
  restoredMs: number;
  /** Of this the start of the server's process. */
  startMs: number;
  broken: number;
}

/** An installation with the embedded database, under load. */
interface Target extends Installation {
  verbs: KilledVerbs;
  random: () => number;
}

/**
 * Kills parts of installations under load, in an order that the seed decides. The load compares the database with a model
 * after each round; all invariants are verified after each kill.
 */
export async function soakKills(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      only: { type: 'string' },
    },
  });
  const causes = CAUSES.filter((cause) => values.only === undefined || cause === values.only);
  if (causes.length === 0) throw new Error(`--only takes one of: ${CAUSES.join(', ')}`);
  const random = seeded(Number(values.seed));
  const until = performance.now() + Number(values.minutes) * 60_000;
  const tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
  const kills: Kill[] = [];
  let seed = Number(values.seed);
  const isEnd = () => kills.length >= Number(values.kills) || performance.now() >= until;
  const killSome = async (target: Target) => {
    const last = kills.length + KILLS_OF_ONE;
    while (kills.length < last && !isEnd()) {
      const cause = causes[Math.floor(random() * causes.length)] ?? 'server';
      const kill = await killOnce(target, cause);
      kills.push(kill);
      console.log(JSON.stringify(kill));
    }
  };
  while (!isEnd()) {
    await withTarget(random, async (target) => {
      let isOver = false;
      const load = playScripts(seed, () => isOver, { ...target, tally, stages: STAGES });
      const killing = killSome(target).finally(() => {
        isOver = true;
      });
      [seed] = await Promise.all([load, killing]);
    });
  }
  const broken = kills.reduce((sum, kill) => sum + kill.broken, 0);
  await report('soak-kills', `seed ${values.seed}, ${STAGES} scripts at a time`, {
    kills: kills.length,
    ...describe(kills),
    commands: tally.commands,
    'attempts without a response': tally.lost,
    'broken invariants': broken,
  });
  if (broken > 0) throw new Error('The database breaks invariants');
}

async function withTarget(random: () => number, work: (at: Target) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-soak-verbs-'));
  try {
    await withInstallation({ callMs: CALL_MS }, (at) => {
      const verbs = new KilledVerbs({ server: at.server, url: at.url, folder, random });
      return work({ ...at, verbs, random });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function killOnce(target: Target, cause: Cause): Promise<Kill> {
  const { db, random } = target;
  await setTimeout(300 + 700 * random());
  const endedAt = await kill(target, cause);
  const startMs = endedAt === undefined ? 0 : performance.now() - endedAt;
  const restoredMs = endedAt === undefined ? 0 : (await untilWritten(target, cause)) - endedAt;
  const broken = await countBroken(db);
  // The administrator's commands need a recent confirmation.
  await db.query('UPDATE sessions SET confirmed_at = now() WHERE confirmed_at IS NOT NULL');
  return { cause, restoredMs: Math.round(restoredMs), startMs: Math.round(startMs), broken };
}

/** Returns the moment from which the service can be back. */
async function kill(target: Target, cause: Cause): Promise<number | undefined> {
  const { server, random } = target;
  switch (cause) {
    case 'server':
      return restart(server);
    case 'postgres':
      await killPostgres(server);
      return performance.now();
    case 'both':
      await Promise.all([server.end('SIGKILL'), killPostgres(server)]);
      return restart(server);
    case 'backend':
    case 'image worker': {
      const parent = cause === 'backend' ? await findPostmasterOf(server) : server.pid;
      const children = await findChildren(parent ?? 0);
      const part = cause === 'backend' ? 'postgres: wallet' : 'image-worker';
      const found = children.filter(({ args }) => args.includes(part));
      const one = found[Math.floor(random() * found.length)];
      if (one) signal(one.pid, 'SIGKILL');
      return performance.now();
    }
    case 'seal':
    case 'projector':
      await untilRunning(target.db, JOBS[cause]);
      return restart(server);
    default:
      await target.verbs.kill(cause satisfies VerbName);
      return undefined;
  }
}

async function restart(server: SoakServer): Promise<number> {
  await server.end('SIGKILL');
  const endedAt = performance.now();
  await server.launch();
  return endedAt;
}

/** Waits until a statement like this runs in the database, but not longer than `MOMENT_MS`. */
async function untilRunning(db: Database, pattern: string): Promise<void> {
  const until = performance.now() + MOMENT_MS;
  while (performance.now() < until) {
    const found = await db.query(
      `SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE $1`,
      [pattern],
    );
    if (found.length > 0) return;
  }
}

/** Returns when a request that was sent after the kill was acknowledged. */
async function untilWritten({ line, admin }: Target, cause: Cause): Promise<number> {
  const key = randomUUID();
  if (cause === 'image worker') {
    const person = await newPerson(line);
    const receipt = await drawReceipt(key);
    const form = { amount: '10', requestKey: key };
    requireOk((await untilAnswered(() => person.deposit(form, receipt))).answers);
    return performance.now();
  }
  const { userId } = await newPerson(line);
  const reason = 'Written after a kill';
  const credit = { userId, requestKey: key, reason, direction: 'credit', amount: '10' } as const;
  requireOk((await untilAnswered(() => admin.api.users.adjustBalance(credit))).answers);
  return performance.now();
}

function requireOk(answers: string[]): void {
  if (answers.at(-1) !== 'ok') throw new Error(`After a kill: ${answers.at(-1)}`);
}

function describe(kills: readonly Kill[]): Figures {
  const figures = CAUSES.flatMap((cause) => {
    const some = kills.filter((one) => one.cause === cause);
    if (some.length === 0) return [];
    const times = some.map(({ restoredMs }) => restoredMs).toSorted((a, b) => a - b);
    const [median = 0, most] = [times[Math.floor(times.length / 2)], (times.at(-1) ?? 0) / 1000];
    return [
      [`${cause}: kills`, some.length],
      ...(most > 0 ? [[`${cause}: restored, median s`, median / 1000] as const] : []),
      ...(most > 0 ? [[`${cause}: restored, most s`, most] as const] : []),
    ] as const;
  });
  return Object.fromEntries(figures);
}
