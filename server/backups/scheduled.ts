import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../db/connections.ts';
import type { Deps } from '../lib/deps.ts';
import { readVersion } from '../lib/project.ts';
import { writeBackup } from './backup.ts';
import { UNFINISHED, writeWholeFile } from './backup-file.ts';

/** Any number that no other advisory lock has: of servers that share a database, one backs up at a time. */
const SCHEDULE_LOCK = 741_307;
const NAME = /^wallet-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/**
 * Writes an archive into BACKUP_DIR when the newest there is older than BACKUP_EVERY, and removes the oldest
 * beyond BACKUP_KEEP, once it is whole. Does nothing while another server is at it.
 */
export async function backUpWhenDue(
  { config, db, files, clock }: Pick<Deps, 'config' | 'db' | 'files' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const { backups } = config;
  if (!backups) return;
  const now = clock.now();
  if (!(await isDue(backups, now))) return;
  const version = await readVersion(config.projectDir);
  // Its settings and its locks go with it.
  await withClient(db.background.pool.options, async (client) => {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isLocked"',
      [SCHEDULE_LOCK],
    );
    if (!rows[0]?.isLocked || !(await isDue(backups, now))) return;
    await removeLeftovers(backups.dir);
    const file = path.join(backups.dir, nameOf(now));
    await writeWholeFile(file, (output) =>
      writeBackup({ client, files, version, now }, { output, report: () => undefined, signal }),
    );
    const names = await listBackups(backups.dir);
    for (const name of names.slice(0, -backups.keep)) await rm(path.join(backups.dir, name));
  });
}

async function isDue({ dir, everyMs }: { dir: string; everyMs: number }, now: Date) {
  const newest = (await listBackups(dir)).at(-1);
  return newest === undefined || now.getTime() - momentOf(newest) >= everyMs;
}

/** The oldest first. */
async function listBackups(dir: string): Promise<string[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return (await readdir(dir)).filter((name) => NAME.test(name)).sort();
}

/** What a crash left: whoever holds the lock is the only one who writes here. */
async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const [whole = '', ...rest] = name.split(UNFINISHED);
    if (rest.length > 0 && NAME.test(whole)) await rm(path.join(dir, name));
  }
}

function nameOf(at: Date): string {
  return `wallet-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

function momentOf(name: string): number {
  return Date.parse(name.replace(NAME, '$1:$2:$3Z'));
}
