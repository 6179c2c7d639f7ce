import { clear, createStore, delMany, entries, set, type UseStore } from 'idb-keyval';
import { logWarning } from './log.ts';

export type StoredDraft = {
  userId: string;
  name: string;
  state: unknown;
  /** In milliseconds since 1970, by this device's clock. */
  savedAt: number;
};

/** How long a draft is kept: long enough to pay in another app, or to sleep on it. */
const KEPT_MS = 24 * 60 * 60_000;

/** Whether a draft may still be restored. One from the future was saved before the clock was set back. */
export function isFresh({ savedAt }: Pick<StoredDraft, 'savedAt'>, now: number): boolean {
  return savedAt <= now && now - savedAt < KEPT_MS;
}

let store: UseStore | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs operations in the order of their calls. A browser that blocks storage only loses the convenience. */
function inOrder<Result>(work: (store: UseStore) => Promise<Result>): Promise<Result | undefined> {
  const done = last.then(async () => {
    if (!('indexedDB' in globalThis)) return undefined;
    try {
      store ??= createStore('wallet', 'drafts');
      return await work(store);
    } catch (error) {
      logWarning('Drafts could not be kept on this device', error);
      return undefined;
    }
  });
  last = done;
  return done;
}

/** Returns the drafts that are kept on this device, and deletes those that are too old. */
export async function readStoredDrafts(now: number): Promise<StoredDraft[]> {
  await removeStoredDrafts((draft) => !isFresh(draft, now));
  const found = await inOrder((from) => entries<string, StoredDraft>(from));
  return (found ?? []).map(([, draft]) => draft);
}

/** Keeps a draft on this device, in place of the person's earlier one by the same name. */
export function storeDraft(draft: StoredDraft): void {
  void inOrder((into) => set(`${draft.userId} ${draft.name}`, draft, into));
}

/** Deletes the drafts that match. */
export async function removeStoredDrafts(matches: (draft: StoredDraft) => boolean): Promise<void> {
  await inOrder(async (from) => {
    const found = await entries<string, StoredDraft>(from);
    const keys = found.filter(([, draft]) => matches(draft)).map(([key]) => key);
    if (keys.length > 0) await delMany(keys, from);
  });
}

/** Deletes every draft. */
export function clearStoredDrafts(): void {
  void inOrder((all) => clear(all));
}
