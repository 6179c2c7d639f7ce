import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { syncFolder } from './sync-folder.ts';

/** Where uploaded images are kept; keys are made by the server. */
export interface FileStore {
  /** The folder that holds the objects, for the routes that send them. */
  readonly root: string;
  /** Stores an object whole or not at all; once it resolves, a power cut does not lose it. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** A path for a file that is still being written; a crash leaves it to `removeOldDrafts`. */
  newDraft(): Promise<string>;
  /** Makes a draft that has been written an object, as `put` does. */
  adopt(draft: string, key: string): Promise<void>;
  /** Reads an object. Throws when there is none. */
  get(key: string): Promise<Buffer>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** The objects in one folder, in no order, and when each was written. */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>;
  /** Removes drafts last written before a moment; returns how many. */
  removeOldDrafts(before: Date): Promise<number>;
  /** Corrects what earlier versions left: folders that others may read, drafts beside objects. */
  prepare(now: Date): Promise<void>;
}

/** On the objects' own file system, so that a rename makes a draft an object. */
const DRAFTS_FOLDER = 'drafts';
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** Longer than any upload takes. */
export const LEFT_OVER_AGE_MS = 60 * 60 * 1000;
const DRAFT = /^\..+\.tmp$/;

/** Opens the store on a folder of this machine, made on the first write. */
export function createFileStore(root: string): FileStore {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const drafts = path.join(root, DRAFTS_FOLDER);
  const newDraft = async () => {
    await mkdir(drafts, { recursive: true, mode: PRIVATE_FOLDER });
    return path.join(drafts, `.${randomUUID()}.tmp`);
  };
  const adopt = (draft: string, key: string) => moveDurably(draft, path.join(root, key));
  return {
    root,
    newDraft,
    adopt,
    async put(key, bytes) {
      const draft = await newDraft();
      try {
        await write(draft, bytes);
        await adopt(draft, key);
      } finally {
        await rm(draft, { force: true });
      }
    },
    get: async (key) => Buffer.from(await disk.getBytes(key)),
    remove: (key) => disk.delete(key),
    list: (folder) => listFolder(root, folder),
    removeOldDrafts: (before) => removeDrafts(drafts, before),
    prepare: (now) => prepare(root, now),
  };
}

async function write(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', PRIVATE_FILE);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

async function moveDurably(draft: string, target: string): Promise<void> {
  const handle = await open(draft, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await rename(draft, target);
  await syncFolder(folder);
}

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

async function removeDrafts(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readFolder(folder)) {
    if (!DRAFT.test(name)) continue;
    const draft = path.join(folder, name);
    const status = await statIfThere(draft);
    if (!status || status.mtime >= before) continue;
    await rm(draft, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}

/** Reading a folder of objects takes as long as it has objects, so drafts are looked for there once only. */
async function prepare(root: string, now: Date): Promise<void> {
  const isOlderVersion = !(await statIfThere(path.join(root, DRAFTS_FOLDER)));
  for (const folder of await foldersOf(root, 2)) {
    await chmod(folder, PRIVATE_FOLDER);
    if (isOlderVersion) await removeDrafts(folder, new Date(now.getTime() - LEFT_OVER_AGE_MS));
  }
  await mkdir(path.join(root, DRAFTS_FOLDER), { recursive: true, mode: PRIVATE_FOLDER });
}

/** A folder and those in it, so many levels down; objects are in `<kind>/<month>`. */
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

async function readFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => ifThere(error, []));
}

async function statIfThere(file: string) {
  return stat(file).catch((error) => ifThere(error, undefined));
}

function ifThere<Missing>(error: NodeJS.ErrnoException, missing: Missing): Missing {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return missing;
  throw error;
}
