import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '../auth/password.ts';
import { boundWrites, DiskWrites, discardDrafts } from './disk-writes.ts';
import { StoreOutage } from './failures.ts';
import { openFolderStore } from './folder-store.ts';

const LIMITS = { atOnce: 2, limitMs: 200 };
/** On a busy machine. */
const PATIENCE = { timeout: 60_000 };
const LIBUV_THREADS = 4;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-writes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Makes a pipe without a reader, whose writers hold a thread each until `release`. */
function makeStopped(name: string): { file: string; release(): Promise<FileHandle> } {
  const file = path.join(folder, name);
  execFileSync('mkfifo', [file]);
  return { file, release: () => open(file, constants.O_RDONLY | constants.O_NONBLOCK) };
}

test('writes that never end fail in time, and leave threads for passwords and reads', async () => {
  const writes = new DiskWrites(LIMITS);
  const { file, release } = makeStopped('stopped');
  const undo = vi.fn((late: FileHandle) => late.close());
  const sent = Array.from({ length: LIBUV_THREADS + 2 }, () =>
    writes.run(() => open(file, 'w'), undo),
  );
  expect(writes.isStopped).toBe(false);
  const outcomes = await Promise.allSettled(sent);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: expect.any(StoreOutage) });
  expect(writes.isStopped).toBe(true);
  expect(await hashPassword('correct-horse')).toMatch(/^\$argon2id/);
  expect(await readFile(import.meta.filename, 'utf8')).toContain('never end');
  const work = vi.fn(async () => undefined);
  await expect(writes.run(work)).rejects.toThrow('the disk does not respond');
  expect(work).not.toHaveBeenCalled();

  const reader = await release();
  await vi.waitFor(() => expect(writes.isStopped).toBe(false), PATIENCE);
  // Those that waited for a turn were not begun.
  expect(undo).toHaveBeenCalledTimes(LIMITS.atOnce);
  await writes.run(work);
  expect(work).toHaveBeenCalledOnce();
  await reader.close();
});

test('an object or a draft that is written after its time is removed', async () => {
  const root = path.join(folder, 'store');
  const plain = openFolderStore(root);
  const disk = new AbortController();
  const slow = {
    ...plain,
    async put(...given: Parameters<typeof plain.put>) {
      await once(disk.signal, 'abort');
      await plain.put(...given);
    },
    async adopt(...given: Parameters<typeof plain.adopt>) {
      await once(disk.signal, 'abort');
      await plain.adopt(...given);
    },
  };
  const writes = new DiskWrites(LIMITS);
  const store = boundWrites(slow, writes);
  const draft = await plain.newDraft();
  await writeFile(draft, 'receipt');
  const sent = [store.adopt(draft, 'receipts/1/a.jpg'), store.put('staged/b', Buffer.from('b'))];
  for (const one of sent) await expect(one).rejects.toThrow(StoreOutage);
  await discardDrafts([draft], writes);
  disk.abort();
  await vi.waitFor(() => expect(writes.isStopped).toBe(false), PATIENCE);
  const left = await readdir(root, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});
