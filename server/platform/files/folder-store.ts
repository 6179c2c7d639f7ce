import { chmod, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { syncFile, syncFolder } from '../../base/sync.ts';
import {
  LEFT_OVER_AGE_MS,
  newDraft,
  PRIVATE_FOLDER,
  readFolder,
  removeDraft,
  removeDrafts,
  statIfThere,
} from './drafts.ts';
import { asStoreOutage, NoSuchFile } from './failures.ts';
import { type ByteRange, DRAFTS_FOLDER, type FileStore } from './store.ts';

const PRIVATE_FILE = 0o600;

export function openFolderStore(root: string): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  // Drafts are on the same file system as the objects, so that a rename stores them.
  const drafts = path.join(root, DRAFTS_FOLDER);
  return withOutages({
    place: root,
    newDraft: () => newDraft(drafts),
    async adopt(draft, key) {
      await syncFile(draft);
      await moveDurably(draft, path.join(root, key));
    },
    async put(key, bytes) {
      const draft = await newDraft(drafts);
      try {
        await writeDurably(draft, bytes);
        await moveDurably(draft, path.join(root, key));
      } catch (error) {
        await removeDraft(draft);
        throw error;
      }
    },
    get: async (key) => Buffer.from(await disk.getBytes(key).catch(throwNoSuchFile)),
    read: (key, range) => readPart(path.join(root, key), range).catch(throwNoSuchFile),
    remove: (key) => disk.delete(key),
    list: (folder) => listFolder(root, folder),
    removeOldDrafts: (before) => removeDrafts(drafts, before),
    isEmpty: () => hasNoFiles(root),
    prepare: (now) => prepare(root, now),
  });
}

function withOutages(store: FileStore): FileStore {
  return new Proxy(store, {
    get(target, name, receiver) {
      const part: unknown = Reflect.get(target, name, receiver);
      if (typeof part !== 'function') return part;
      return (...given: unknown[]) =>
        part(...given).catch((error: unknown) => {
          throw asStoreOutage(error);
        });
    },
  });
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates the target folder only if the rename fails: it is missing only for the first file of a month. */
async function moveDurably(draft: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  try {
    await rename(draft, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await rename(draft, target);
  }
  await syncFolder(folder);
}

/** Opens the file before returning, so that a missing file is known before a response starts. */
async function readPart(file: string, range: ByteRange) {
  return (await open(file, 'r')).createReadStream(range);
}

function throwNoSuchFile(error: unknown): never {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  throw isMissing(cause) ? new NoSuchFile('There is no such file', { cause }) : error;
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function listFolder(root: string, folder: string) {
  const names = await readFolder(path.join(root, folder));
  const found = await Promise.all(
    names.map(async (name) => {
      const key = `${folder}/${name}`;
      const status = await statIfThere(path.join(root, key));
      return status?.isFile() ? [{ key, writtenAt: status.mtime }] : [];
    }),
  );
  return found.flat();
}

async function hasNoFiles(root: string): Promise<boolean> {
  if (!(await statIfThere(root))) return true;
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const drafts = path.join(root, DRAFTS_FOLDER);
  return found.every((entry) => entry.isDirectory() || entry.parentPath === drafts);
}

/**
 * Removes other users' access to the folders. Listing a folder takes time proportional to its objects, so drafts of
 * earlier versions are searched in object folders only once.
 */
async function prepare(root: string, now: Date): Promise<void> {
  const isOlderVersion = !(await statIfThere(path.join(root, DRAFTS_FOLDER)));
  for (const folder of await foldersOf(root, 2)) {
    await chmod(folder, PRIVATE_FOLDER);
    if (isOlderVersion) await removeDrafts(folder, new Date(now.getTime() - LEFT_OVER_AGE_MS));
  }
  await mkdir(path.join(root, DRAFTS_FOLDER), { recursive: true, mode: PRIVATE_FOLDER });
}

async function foldersOf(folder: string, levels: number): Promise<string[]> {
  const status = await statIfThere(folder);
  if (!status?.isDirectory()) return [];
  if (levels === 0) return [folder];
  const names = await readFolder(folder);
  const nested = await Promise.all(
    names.map((name) => foldersOf(path.join(folder, name), levels - 1)),
  );
  return [folder, ...nested.flat()];
}
