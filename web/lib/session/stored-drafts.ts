import { clear, createStore, delMany, entries, set, type UseStore } from 'idb-keyval';
import { logWarning } from '../page/log.ts';

export type StoredDraft = {
  userId: string;
  name: string;
  state: unknown;
  savedAt: number;
};

/** Drafts are kept for a day: users may pay in another app or continue the next morning. */
const KEPT_MS = 24 * 60 * 60_000;

/** Returns whether a draft may be restored. A draft from the future was saved before the clock was set back. */
export function isFresh({ savedAt }: Pick<StoredDraft, 'savedAt'>, now: number): boolean {
  return savedAt <= now && now - savedAt < KEPT_MS;
}

let store: UseStore | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs storage operations in call order. If the browser blocks storage, they resolve to undefined. */
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

export async function readStoredDrafts(now: number): Promise<StoredDraft[]> {
  await removeStoredDrafts((draft) => !isFresh(draft, now));
  const found = await inOrder((from) => entries<string, StoredDraft>(from));
  return (found ?? []).map(([, draft]) => draft);
}

export function storeDraft(draft: StoredDraft): void {
  void inOrder((into) => set(`${draft.userId} ${draft.name}`, draft, into));
}

export async function removeStoredDrafts(matches: (draft: StoredDraft) => boolean): Promise<void> {
  await inOrder(async (from) => {
    const found = await entries<string, StoredDraft>(from);
    const keys = found.filter(([, draft]) => matches(draft)).map(([key]) => key);
    if (keys.length > 0) await delMany(keys, from);
  });
}

export function clearStoredDrafts(): void {
  void inOrder((all) => clear(all));
}
