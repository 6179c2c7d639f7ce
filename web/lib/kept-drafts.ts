import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SessionContext } from './session.ts';
import { createStore } from './store.ts';
import {
  clearStoredDrafts,
  readStoredDrafts,
  removeStoredDrafts,
  storeDraft,
} from './stored-drafts.ts';

type Draft = { userId: string; state: unknown };
type OnScreen = { userId: string; read: () => unknown };

/** A pause in typing after which what was typed is stored. */
const PAUSE_MS = 400;
/** A browser whose storage does not respond must not keep anyone out. */
const LONGEST_READ_MS = 2000;

/** Drafts that no form shows: left behind by a session that ended, or by a page that was closed. */
const kept = new Map<string, Draft>();
const onScreen = new Map<string, OnScreen>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const isRead = createStore(false);

/**
 * Reads the drafts that are stored on this device. From then on drafts are stored whenever the page is hidden:
 * a phone may close it at any time after that, without notice.
 */
export async function startDrafts(): Promise<void> {
  window.addEventListener('pagehide', storeDraftsOnScreen);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeDraftsOnScreen();
  });
  const limit = new Promise<[]>((resolve) => setTimeout(() => resolve([]), LONGEST_READ_MS));
  const drafts = await Promise.race([readStoredDrafts(Date.now()), limit]);
  for (const { name, userId, state } of drafts) {
    if (!kept.has(name) && !onScreen.has(name)) kept.set(name, { userId, state });
  }
  isRead.set(true);
}

/** Whether the stored drafts have been read, before which no form can restore one. */
export function useAreDraftsRead(): boolean {
  return useSyncExternalStore(isRead.listen, isRead.get);
}

/** Has `keepDrafts` read this draft for as long as it is on screen. Returns the way to stop. */
export function showDraft(name: string, draft: OnScreen): () => void {
  kept.delete(name);
  onScreen.set(name, draft);
  return () => {
    if (onScreen.get(name) !== draft) return;
    if (timers.has(name)) storeOnScreen(name);
    onScreen.delete(name);
  };
}

function storeOnScreen(name: string): void {
  clearTimeout(timers.get(name));
  timers.delete(name);
  const shown = onScreen.get(name);
  if (!shown) return;
  const { userId, read } = shown;
  const state = read();
  if (state === undefined)
    void removeStoredDrafts((draft) => draft.userId === userId && draft.name === name);
  else storeDraft({ userId, name, state, savedAt: Date.now() });
}

/** Stores the draft on screen by this name once it has not changed for a moment. */
function storeAfterPause(name: string): void {
  clearTimeout(timers.get(name));
  timers.set(
    name,
    setTimeout(() => storeOnScreen(name), PAUSE_MS),
  );
}

/** Stores all drafts on screen without waiting for a pause. */
export function storeDraftsOnScreen(): void {
  for (const name of onScreen.keys()) storeOnScreen(name);
}

/** Keeps what is on screen, for the person who typed it, as their session has ended. */
export function keepDrafts(): void {
  for (const [name, { userId, read }] of onScreen) {
    const state = read();
    if (state !== undefined) kept.set(name, { userId, state });
  }
  storeDraftsOnScreen();
}

/** Keeps a state that no form shows, until it is replaced. */
export function keepDraft(name: string, draft: Draft): void {
  kept.set(name, draft);
  storeDraft({ ...draft, name, savedAt: Date.now() });
}

/** What was kept of this person's under this name, if anything. */
export function findDraft(name: string, userId: string): unknown {
  const draft = kept.get(name);
  return draft?.userId === userId ? draft.state : undefined;
}

/** Forgets a draft and its parts ("deposit", "deposit key"), as it has been sent or discarded. */
export function forgetDraft(name: string): void {
  const isPart = (other: string) => other === name || other.startsWith(`${name} `);
  for (const other of kept.keys()) if (isPart(other)) kept.delete(other);
  for (const [other, timer] of timers) {
    if (!isPart(other)) continue;
    clearTimeout(timer);
    timers.delete(other);
  }
  void removeStoredDrafts((draft) => isPart(draft.name));
}

/** Forgets what others than this person left. */
export function forgetDraftsOfOthers(userId: string): void {
  for (const [name, draft] of kept) if (draft.userId !== userId) kept.delete(name);
  void removeStoredDrafts((draft) => draft.userId !== userId);
}

/** Forgets everything, that on screen too: who logs out leaves nothing. */
export function forgetDrafts(): void {
  kept.clear();
  onScreen.clear();
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  clearStoredDrafts();
}

/**
 * Returns what this component's `read` returned when the person's session ended or the page was closed, and
 * undefined otherwise. While it is on screen, `read` is called again whenever `version` has changed; it returns
 * undefined when there is nothing to keep.
 */
export function useKeptDraft<State>(
  name: string | undefined,
  read: () => State | undefined,
  version?: unknown,
): State | undefined {
  const userId = useContext(SessionContext)?.user.id;
  const [found] = useState(() =>
    name !== undefined && userId !== undefined ? findDraft(name, userId) : undefined,
  );
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (name === undefined || userId === undefined) return;
    return showDraft(name, { userId, read: () => latest.current() });
  }, [name, userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what there is to store.
  useEffect(() => {
    if (name !== undefined) storeAfterPause(name);
  }, [name, version]);
  return found as State | undefined; // as `read` of the same name returned it
}
