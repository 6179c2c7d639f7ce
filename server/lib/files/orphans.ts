import path from 'node:path';
import type { Deps } from '../deps.ts';
import { describeError } from '../errors.ts';
import { LEFT_OVER_AGE_MS } from './drafts.ts';
import { mayRemoveFiles } from './removals.ts';
import { MARKS_FOLDER, removeMarked } from './stored-images.ts';

/** Any number that no other advisory lock has: one server sweeps at a time. */
const SWEEP_LOCK = 741_305;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The key of a stored image. */
export const STORAGE_KEY = new RegExp(`^[a-z-]+/[0-9-]+/${UUID}\\.[a-z]+$`);

/**
 * Removes stored files that no row of `files` names: those whose transaction a crash cut short. Looks only
 * at marks and drafts that are over an hour old, so its cost does not grow with the store. What it
 * can't handle it logs and leaves to the next turn, after all the others; then it throws.
 */
export async function sweepOrphans(deps: Deps): Promise<void> {
  const deadline = new Date(deps.clock.now().getTime() - LEFT_OVER_AGE_MS);
  await deps.files.removeOldDrafts(deadline); // each server's own, where the store is a bucket
  await asOnlySweeper(deps, async () => {
    if (!(await mayRemoveFiles(deps.db.query))) return;
    const marks = await deps.files.list(MARKS_FOLDER);
    let failures = 0;
    for (const { key, writtenAt } of marks) {
      if (writtenAt >= deadline) continue;
      try {
        await sweepMark(deps, key);
      } catch (error) {
        failures += 1;
        deps.log.warn({ error: describeError(error), mark: key }, 'a mark could not be swept');
      }
    }
    if (failures > 0) throw new Error(`${failures} marks could not be swept`);
  });
}

/** A mark that names nothing, such as half a one of an earlier version, is removed like any other. */
async function sweepMark(deps: Deps, mark: string): Promise<void> {
  const lines = (await deps.files.get(mark)).toString('utf8').split('\n');
  const marked = lines.filter((line) => STORAGE_KEY.test(line));
  if (marked.length < lines.length) deps.log.warn({ mark }, 'a mark held something else than keys');
  const kept = await selectKept(deps, marked);
  await removeMarked(deps, { mark, storageKeys: marked.filter((key) => !kept.has(key)) });
}

/** Returns those of the keys that rows name. */
export async function selectKept(
  { db }: Pick<Deps, 'db'>,
  storageKeys: string[],
): Promise<Set<string>> {
  // By id, which has an index: the last part of a key is the file's id and its extension.
  const ids = storageKeys.map((key) => path.parse(key).name);
  const rows = await db.query<{ storageKey: string }>(
    'SELECT storage_key AS "storageKey" FROM files WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ storageKey }) => storageKey));
}

/** Does nothing while another server, or an earlier turn, is at it. The lock ends with its connection. */
async function asOnlySweeper({ db }: Deps, work: () => Promise<void>): Promise<void> {
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
