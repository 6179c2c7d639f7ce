import path from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { describeError } from '../../base/errors.ts';
import type { Database } from '../../db/database.ts';
import { selectValues, text } from '../../db/selection.ts';
import { LEFT_OVER_AGE_MS } from './drafts.ts';
import { mayRemoveFiles } from './removals.ts';
import { readStoreTime } from './store-time.ts';
import { type ImageDeps, MARKS_FOLDER, removeMarked } from './stored-images.ts';

/** Lets only one server sweep at a time. No other advisory lock may use this number. */
const SWEEP_LOCK = 741_305;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const STORAGE_KEY = new RegExp(`^[a-z-]+/[0-9-]+/${UUID}\\.[a-z]+$`);

/**
 * Removes files of transactions that a crash interrupted. Reads only marks and drafts older than an hour, so its cost
 * does not grow with the store. It throws after all marks if one of them failed.
 */
export async function sweepOrphans(deps: ImageDeps, readTime = readStoreTime): Promise<void> {
  // If the store is a bucket, each server has its own drafts.
  await deps.files.removeOldDrafts(anHourBefore(systemClock.now()));
  await asOnlySweeper(deps, async () => {
    if (!(await mayRemoveFiles(deps.db.query))) return;
    const deadline = anHourBefore(await readTime(deps.files));
    const marks = await deps.files.list(MARKS_FOLDER);
    let failures = 0;
    for (const { key, writtenAt } of marks) {
      if (writtenAt >= deadline) continue;
      try {
        await sweepMark(deps, key);
      } catch (error) {
        failures += 1;
        deps.log.warn(
          { error: describeError(error), mark: key },
          'file sweep: a marker failed, retried in the next run',
        );
      }
    }
    if (failures > 0) throw new Error(`${failures} marks could not be swept`);
  });
}

const anHourBefore = (moment: Date) => new Date(moment.getTime() - LEFT_OVER_AGE_MS);

/** A mark without a valid key, such as a truncated one of an earlier version, is removed like any other. */
async function sweepMark(deps: ImageDeps, mark: string): Promise<void> {
  const lines = (await deps.files.get(mark)).toString('utf8').split('\n');
  const marked = lines.filter((line) => STORAGE_KEY.test(line));
  if (marked.length < lines.length)
    deps.log.warn({ mark }, 'file sweep: a marker contains lines that are not file keys, ignored');
  const kept = await selectKept(deps, marked);
  await removeMarked(deps, { mark, storageKeys: marked.filter((key) => !kept.has(key)) });
}

export async function selectKept(
  { db }: { db: Database },
  storageKeys: string[],
): Promise<Set<string>> {
  const ids = storageKeys.map((key) => path.parse(key).name);
  const known = 'FROM files WHERE id = ANY ($1::uuid[])';
  return new Set(await selectValues(db.query, text('storage_key'), known, [ids]));
}

async function asOnlySweeper({ db }: { db: Database }, work: () => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [SWEEP_LOCK],
    );
    if (!rows[0]?.locked) return;
    try {
      await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [SWEEP_LOCK]).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    client.release(broken);
  }
}
