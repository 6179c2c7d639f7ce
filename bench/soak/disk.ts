import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Figures, report } from '../report.ts';
import { type Installation, withInstallation } from './installation.ts';
import { canMountDisks, OwnDisk } from './own-disk.ts';
import { type Answers, Probes } from './probes.ts';
import { seeded } from './random.ts';
import { playScripts, type Tally } from './scripts.ts';
import { countBroken } from './world.ts';

const STAGES = 3;
/** A command without a response for so long counts as unclear. */
const CALL_MS = 10_000;
const CAUSE_MS = 6000;

const CAUSES = ['full', 'read-only', 'stopped', 'slow'] as const;
type DiskCause = (typeof CAUSES)[number];

interface Disturbance extends Answers {
  cause: DiskCause;
  /** From the end of the cause until new commands were acknowledged. */
  restoredMs: number;
  wrong: number;
  broken: number;
}

/**
 * Runs an installation with the embedded database on a disk that becomes full, read-only or slow under load, in an order that
 * the seed decides. The load compares the database with a model after each round.
 */
export async function soakDisk(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      only: { type: 'string' },
    },
  });
  if (!canMountDisks()) throw new Error('This needs root on Linux with loop devices.');
  const causes = CAUSES.filter((cause) => values.only === undefined || cause === values.only);
  if (causes.length === 0) throw new Error(`--only takes one of: ${CAUSES.join(', ')}`);
  const random = seeded(Number(values.seed));
  const until = performance.now() + Number(values.minutes) * 60_000;
  const tally: Tally = { scripts: 0, commands: 0, lost: 0, waitMs: 0 };
  const done: Disturbance[] = [];
  await withDisk(CALL_MS, async (at, disk) => {
    let isOver = false;
    const load = playScripts(Number(values.seed), () => isOver, { ...at, tally, stages: STAGES });
    const disturbing = async () => {
      while (done.length < Number(values.times) && performance.now() < until) {
        await setTimeout(300 + 700 * random());
        const cause = causes[Math.floor(random() * causes.length)] ?? 'full';
        const one = await disturb(at, disk, { cause, causeMs: CAUSE_MS });
        done.push(one);
        console.log(JSON.stringify(one));
      }
      isOver = true;
    };
    await Promise.all([load, disturbing()]);
  });
  const total = (name: 'wrong' | 'broken') => done.reduce((sum, one) => sum + one[name], 0);
  await report('soak-disk', `seed ${values.seed}, ${STAGES} scripts at a time`, {
    ...describe(done),
    commands: tally.commands,
    'attempts without a result': tally.lost,
    'lost or doubled': total('wrong'),
    'broken invariants': total('broken'),
  });
  if (total('wrong') + total('broken') > 0) throw new Error('Commands were lost or doubled');
}

/** Starts an installation on its own disk. */
export async function withDisk(
  callMs: number,
  work: (at: Installation, disk: OwnDisk) => Promise<void>,
): Promise<void> {
  const disk = await OwnDisk.mount();
  try {
    const { within, pathOf } = disk;
    await withInstallation({ callMs, within, pathOf, folder: disk.folder }, (at) => work(at, disk));
  } finally {
    await disk.close();
  }
}

/** Disturbs the disk for a time, while probes and the load are sent. */
export async function disturb(
  at: Installation,
  disk: OwnDisk,
  { cause, causeMs }: { cause: DiskCause; causeMs: number },
): Promise<Disturbance> {
  const probes = await Probes.open(at);
  const answers = await probes.during(() => CAUSED[cause](disk, causeMs));
  const restoredMs = Math.round(await probes.untilWritten());
  const wrong = await probes.countWrong();
  const broken = await countBroken(at.db);
  await at.db.query('UPDATE sessions SET confirmed_at = now() WHERE confirmed_at IS NOT NULL');
  return { cause, restoredMs, wrong, broken, ...answers };
}

const CAUSED: Record<DiskCause, (disk: OwnDisk, causeMs: number) => Promise<void>> = {
  async full(disk, causeMs) {
    await disk.fill();
    await setTimeout(causeMs);
    await disk.empty();
  },
  async 'read-only'(disk, causeMs) {
    await disk.failWrites();
    await setTimeout(causeMs);
    await disk.mountAgain();
  },
  stopped: (disk, causeMs) => disk.freeze({ times: 1, seconds: causeMs / 1000, pauseSeconds: 0 }),
  slow: (disk, causeMs) =>
    disk.freeze({ times: Math.ceil(causeMs / 350), seconds: 0.25, pauseSeconds: 0.1 }),
};

function describe(done: readonly Disturbance[]): Figures {
  const figures = CAUSES.flatMap((cause) => {
    const some = done.filter((one) => one.cause === cause);
    if (some.length === 0) return [];
    const sum = (of: (one: Disturbance) => number) =>
      some.reduce((total, one) => total + of(one), 0);
    const most = (of: (one: Disturbance) => number) => Math.max(...some.map(of)) / 1000;
    return [
      [`${cause}: times`, some.length],
      [`${cause}: commands and reads with success meanwhile`, sum(({ ok }) => ok)],
      [
        `${cause}: refused with a known code`,
        sum(({ refused }) => Object.values(refused).reduce((all, count) => all + count, 0)),
      ],
      [`${cause}: without a response, or unclear`, sum(({ unclear }) => unclear.length)],
      [`${cause}: slowest response, s`, most(({ slowestMs }) => slowestMs)],
      [`${cause}: restored, most s`, most(({ restoredMs }) => restoredMs)],
    ] as const;
  });
  return Object.fromEntries(figures);
}
