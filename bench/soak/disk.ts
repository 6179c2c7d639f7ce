import { setTimeout } from 'node:timers/promises';
import { type Disturbance, Disturbances, measure } from './disturbances.ts';
import { type Installation, withInstallation } from './installation.ts';
import { canMountDisks, OwnDisk } from './own-disk.ts';
import { Probes } from './probes.ts';
import { playScripts } from './scripts.ts';

const STAGES = 3;
/** A command without a response for so long counts as unclear. */
const CALL_MS = 10_000;
const CAUSE_MS = 6000;

const CAUSES = ['full', 'read-only', 'stopped', 'slow'] as const;
type DiskCause = (typeof CAUSES)[number];

/**
 * Runs an installation with the embedded database on a disk that becomes full, read-only or slow under load, in an order that
 * the seed decides. The load compares the database with a model after each round.
 */
export async function soakDisk(args: string[]): Promise<void> {
  if (!canMountDisks()) throw new Error('This needs root on Linux with loop devices.');
  const disturbances = new Disturbances('soak-disk', CAUSES, args);
  const { seed, tally } = disturbances;
  await withDisk(CALL_MS, (at, disk) =>
    disturbances.run(
      (isOver) => playScripts(seed, isOver, { ...at, tally, stages: STAGES }),
      (cause) => disturb(at, disk, { cause, causeMs: CAUSE_MS }),
    ),
  );
  await disturbances.report(STAGES);
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
): Promise<Disturbance<DiskCause>> {
  const probes = await Probes.open(at);
  const work = () => CAUSED[cause](disk, causeMs);
  const found = await measure(cause, { probes, db: at.db }, work);
  await at.db.query('UPDATE sessions SET confirmed_at = now() WHERE confirmed_at IS NOT NULL');
  return found;
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
