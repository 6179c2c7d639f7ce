import { z } from 'zod';
import type { Query } from '../db/database.ts';
import { NoSuchFile } from '../platform/files/failures.ts';
import { listStoredFiles } from '../platform/files/integrity.ts';
import { STORAGE_KEY } from '../platform/files/orphans.ts';
import type { FileStore } from '../platform/files/store.ts';

const FOLDER = 'restore';
const MARK = `${FOLDER}/mark`;
/** The mark that earlier versions wrote, without lists of keys. */
const OLD_MARK = 'unfinished-restore';
const KEYS_PER_LIST = 1000;
const REMOVALS_AT_ONCE = 8;

const shape = z.object({
  id: z.uuid(),
  /** `complete`: all files are in the store, and the database commits next or has committed. */
  state: z.enum(['writing', 'complete']),
  isLive: z.boolean(),
});

export type RestoreMark = z.infer<typeof shape>;

/** Reads the mark. The mark of an earlier version counts as complete, because its files are not listed. */
export async function readMark(store: Pick<FileStore, 'get'>): Promise<RestoreMark | undefined> {
  const text = await readIfThere(store, MARK);
  if (text !== undefined) return shape.parse(JSON.parse(text));
  const isOld = (await readIfThere(store, OLD_MARK)) !== undefined;
  return isOld ? { id: '', state: 'complete', isLive: true } : undefined;
}

async function readIfThere(store: Pick<FileStore, 'get'>, key: string) {
  try {
    return (await store.get(key)).toString('utf8');
  } catch (error) {
    if (error instanceof NoSuchFile) return undefined;
    throw error;
  }
}

export async function writeMark(store: FileStore, mark: RestoreMark): Promise<void> {
  await store.put(MARK, Buffer.from(JSON.stringify(mark)));
}

/** Writes the keys of all files that the restored rows name to the store, before the first file is written. */
export async function writeKeyLists(store: FileStore, query: Query): Promise<void> {
  let number = 0;
  for await (const rows of listStoredFiles(query, KEYS_PER_LIST)) {
    number += 1;
    const keys = rows.map(({ storageKey }) => storageKey).join('\n');
    await store.put(`${FOLDER}/keys-${number}`, Buffer.from(keys));
  }
}

/** The mark is removed last: if the removal is interrupted, the next run repeats it. */
export async function removeLeftovers(
  store: FileStore,
  isKept: (keys: string[]) => Promise<Set<string>> = async () => new Set(),
): Promise<void> {
  for (const list of await keyLists(store)) {
    const text = (await readIfThere(store, list)) ?? '';
    const keys = text.split('\n').filter((key) => STORAGE_KEY.test(key));
    const kept = await isKept(keys);
    await removeAll(
      store,
      keys.filter((key) => !kept.has(key)),
    );
  }
  await removeMark(store);
}

export async function removeMark(store: FileStore): Promise<void> {
  await removeAll(store, await keyLists(store));
  await store.remove(MARK);
}

async function keyLists(store: FileStore): Promise<string[]> {
  return (await store.list(FOLDER)).map(({ key }) => key).filter((key) => key !== MARK);
}

export async function findMarkTime(store: FileStore): Promise<Date | undefined> {
  return (await store.list(FOLDER)).find(({ key }) => key === MARK)?.writtenAt;
}

export async function removeAll(store: FileStore, keys: string[]): Promise<void> {
  for (let n = 0; n < keys.length; n += REMOVALS_AT_ONCE) {
    await Promise.all(keys.slice(n, n + REMOVALS_AT_ONCE).map((key) => store.remove(key)));
  }
}
