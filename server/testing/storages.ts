import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'vitest';
import { openBucketStore } from '../platform/files/bucket-store.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import type { FileStore } from '../platform/files/store.ts';
import { readStoreTime } from '../platform/files/store-time.ts';
import { startObjectStore } from './object-store.ts';
import { hasSwift } from './swift.ts';

/** Returns a function that reads a later time of a store than the present one. */
export const hoursLater = (hours: number) => async (files: FileStore) =>
  new Date((await readStoreTime(files)).getTime() + hours * 3_600_000);

/** A file store with direct access to its content for tests. */
export interface TestStorage {
  files: FileStore;
  drafts: string;
  /** Writes an object with a modification time, bypassing the store, as a crash or a person may leave it. */
  leave(key: string, content: string | Buffer, at: Date): Promise<void>;
  /** Returns all keys, including marks and drafts. */
  listEverything(): Promise<string[]>;
  close(): Promise<void>;
}

/** Defines the tests once for files in a folder and, if Swift is installed, once for files in a bucket. */
export function describeStorages(
  title: string,
  define: (openStorage: () => Promise<TestStorage>) => void,
): void {
  describe(`${title} in a folder`, () => define(openTestFolder));
  describe.skipIf(!hasSwift)(`${title} in a bucket`, () => define(openTestBucket));
}

export async function openTestFolder(): Promise<TestStorage> {
  const root = await mkdtemp(path.join(tmpdir(), 'wallet-files-'));
  return {
    files: openFolderStore(root),
    drafts: path.join(root, 'drafts'),
    async leave(key, content, at) {
      const file = path.join(root, key);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      await utimes(file, at, at);
    },
    listEverything: () => listFiles(root),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

async function openTestBucket(): Promise<TestStorage> {
  const store = await startObjectStore();
  const drafts = await mkdtemp(path.join(tmpdir(), 'wallet-drafts-'));
  return {
    files: openBucketStore(store.bucket, drafts),
    drafts,
    leave: (key, content, at) => store.leave(key, Buffer.from(content), at),
    listEverything: async () => [...(await store.listKeys()), ...(await listFiles(drafts))],
    async close() {
      await store.close();
      await rm(drafts, { recursive: true, force: true });
    },
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
