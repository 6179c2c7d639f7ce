import { describeError } from '../base/errors.ts';
import type { Query, Tx } from '../db/database.ts';
import { nullable, selectValue, text } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { LEFT_OVER_AGE_MS } from '../platform/files/drafts.ts';
import { isStoreOutage } from '../platform/files/failures.ts';
import { selectKept } from '../platform/files/orphans.ts';
import { readStoreTime } from '../platform/files/store-time.ts';
import { type Disarmed, disarm } from './disarm.ts';
import {
  findMarkTime,
  type RestoreMark,
  readMark,
  removeLeftovers,
  removeMark,
} from './restore-mark.ts';

/** Records the id of a restore as a table comment, which needs no table and is part of the transaction. */
export async function recordRestore(query: Query, id: string): Promise<void> {
  await query(`COMMENT ON TABLE files IS 'restore ${id}'`);
}

async function findRestore(query: Query): Promise<{ id: string; isSettled: boolean } | undefined> {
  const comment = nullable(text(`obj_description(to_regclass('public.files'), 'pg_class')`));
  const found = await selectValue(query, comment, '');
  const [, verb, id] = /^(restored?) (\S+)$/.exec(found ?? '') ?? [];
  return id === undefined ? undefined : { id, isSettled: verb === 'restored' };
}

/** A server on an empty database with files of an interrupted restore would serve an empty wallet. */
export async function refuseHalfRestored({ files }: Pick<Deps, 'files'>): Promise<void> {
  const mark = await readMark(files).catch((error: unknown) => {
    if (!isStoreOutage(error)) throw error;
    throw new Error(
      `The database is empty, and ${files.place} can't be read to check that no restore was interrupted: start again when it can be read.`,
      { cause: error },
    );
  });
  if (!mark) return;
  const next = mark.state === 'writing' ? 'run' : `remove everything in ${files.place} and run`;
  throw new Error(
    `The database is empty because a restore into ${files.place} did not end: ${next} "wallet restore" again.`,
  );
}

export async function settleRestore({
  db,
  files,
}: Pick<Deps, 'db' | 'files'>): Promise<Disarmed | undefined> {
  const mark = await readMark(files);
  const restore = await findRestore(db.query);
  if (!mark || restore?.id !== mark.id) return undefined;
  // When only the mark was left, what people did since must not end.
  const disarmed = restore.isSettled
    ? undefined
    : await db.background.transaction((tx) => settle(tx, mark));
  await removeMark(files);
  return disarmed;
}

async function settle(tx: Tx, { id, isLive }: RestoreMark): Promise<Disarmed | undefined> {
  await tx.query(`COMMENT ON TABLE files IS 'restored ${id}'`);
  return isLive ? undefined : disarm(tx);
}

/** Throws Error when the store is away: until then the copy would send to webhooks and carry out decisions. */
export async function settleAtStart(deps: Pick<Deps, 'db' | 'files' | 'log'>): Promise<void> {
  const { db, files, log } = deps;
  try {
    const disarmed = await settleRestore(deps);
    if (disarmed) log.info(disarmed, 'an interrupted restore was finished');
  } catch (error) {
    if (!isStoreOutage(error)) throw error;
    if ((await findRestore(db.query))?.isSettled === false) {
      throw new Error(
        `A restore into this database did not end, and ${files.place} can't be read to finish it: start again when it can be read.`,
        { cause: error },
      );
    }
    log.warn({ error: describeError(error) }, 'the file store could not be read for a restore');
  }
}

/** Removes the files of a restore into another database that was interrupted over an hour ago. */
export async function sweepUnfinishedRestore(
  deps: Pick<Deps, 'db' | 'files' | 'log'>,
  readTime = readStoreTime,
): Promise<void> {
  const { db, files, log } = deps;
  const writtenAt = await findMarkTime(files);
  if (!writtenAt) return;
  const ageMs = (await readTime(files)).getTime() - writtenAt.getTime();
  if (ageMs < LEFT_OVER_AGE_MS) return;
  const mark = await readMark(files);
  if (!mark || (await findRestore(db.query))?.id === mark.id) return;
  if (mark.state === 'complete') {
    log.warn(
      { place: files.place },
      'restore: the file store contains files of a restore into another database',
    );
    return;
  }
  await removeLeftovers(files, (keys) => selectKept(deps, keys));
  log.info({ place: files.place }, 'restore: removed the files of an interrupted restore');
}
