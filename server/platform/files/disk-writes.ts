import pLimit from 'p-limit';
import { removeDraft } from './drafts.ts';
import { StoreOutage } from './failures.ts';
import type { FileStore } from './store.ts';

export interface WriteLimits {
  atOnce: number;
  /** For the wait for a turn and the write. */
  limitMs: number;
}

/** A write holds one of libuv's four threads until it ends. The others are for passwords, DNS and reads. */
const USUAL_LIMITS: WriteLimits = { atOnce: 2, limitMs: 5000 };

/** Bounds writes, so that neither uploads nor the rest of the server wait for a disk that stopped. */
export class DiskWrites {
  readonly #limits: WriteLimits;
  readonly #turns: ReturnType<typeof pLimit>;
  #overdue = 0;

  constructor(limits = USUAL_LIMITS) {
    this.#limits = limits;
    this.#turns = pLimit(limits.atOnce);
  }

  /** Whether a write is overdue. A further one may have to wait for the whole time limit. */
  get isStopped(): boolean {
    return this.#overdue > 0;
  }

  /**
   * Returns the result of `work`. Throws StoreOutage after the time limit, and immediately while all turns are overdue. A write
   * can't be interrupted: if it ends late, `undo` gets its result.
   */
  async run<Result>(
    work: () => Promise<Result>,
    undo?: (result: Result) => Promise<unknown>,
  ): Promise<Result> {
    const { atOnce, limitMs } = this.#limits;
    if (this.#overdue >= atOnce) throw toOutage('the disk does not respond');
    return new Promise((resolve, reject) => {
      let isRunning = false;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        if (isRunning) this.#overdue += 1;
        reject(toOutage(`a write took more than ${limitMs} ms`));
      }, limitMs);
      void this.#turns(async () => {
        if (isLate) return;
        isRunning = true;
        try {
          const result = await work();
          if (isLate) await undo?.(result);
          else resolve(result);
        } catch (error) {
          reject(error); // Without effect after the time limit: the sweep removes what is left.
        } finally {
          clearTimeout(timer);
          if (isLate) this.#overdue -= 1;
        }
      });
    });
  }
}

/** Of this process, as are libuv's threads. */
export const diskWrites = new DiskWrites();

/** Returns the store with bounded writes. An object that is stored after its caller got StoreOutage is removed again. */
export function boundWrites(store: FileStore, writes = diskWrites): FileStore {
  return {
    ...boundDrafts(store, writes),
    put: (key, bytes) =>
      writes.run(
        () => store.put(key, bytes),
        () => store.remove(key),
      ),
    adopt: (draft, key) =>
      writes.run(
        () => store.adopt(draft, key),
        () => store.remove(key),
      ),
    remove: (key) => writes.run(() => store.remove(key)),
    removeOldDrafts: (before) => writes.run(() => store.removeOldDrafts(before)),
  };
}

/** For a store whose objects are elsewhere: only its drafts are on a disk. */
export function boundDrafts(store: FileStore, writes = diskWrites): FileStore {
  return { ...store, newDraft: () => writes.run(() => store.newDraft()) };
}

/** Removes drafts without failing: the sweep removes those that remain. Does not wait for a disk that stopped. */
export async function discardDrafts(drafts: string[], writes = diskWrites): Promise<void> {
  const removing = drafts.map((draft) => writes.run(() => removeDraft(draft)));
  const removed = Promise.allSettled(removing);
  if (!writes.isStopped) await removed;
}

function toOutage(reason: string): StoreOutage {
  return new StoreOutage(new Error(reason));
}
