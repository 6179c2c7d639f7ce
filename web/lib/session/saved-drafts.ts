import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createStore } from '../page/store.ts';
import { SessionContext } from './session.ts';
import {
  clearStoredDrafts,
  readStoredDrafts,
  removeStoredDrafts,
  storeDraft,
} from './stored-drafts.ts';

type Draft = { userId: string; state: unknown };
type OnScreen = { userId: string; read: () => unknown };

const PAUSE_MS = 400;
/** Storage that does not respond must not block the application. */
const LONGEST_READ_MS = 2000;

/** Drafts that no form shows, left by an ended session or a closed page. */
const kept = new Map<string, Draft>();
const onScreen = new Map<string, OnScreen>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const isRead = createStore(false);

/** Stores drafts whenever the page is hidden: phones close hidden pages without notice. */
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

/** Returns whether stored drafts have been read. Forms cannot restore a draft earlier. */
export function useAreDraftsRead(): boolean {
  return useSyncExternalStore(isRead.listen, isRead.get);
}

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

function storeAfterPause(name: string): void {
  clearTimeout(timers.get(name));
  timers.set(
    name,
    setTimeout(() => storeOnScreen(name), PAUSE_MS),
  );
}

export function storeDraftsOnScreen(): void {
  for (const name of onScreen.keys()) storeOnScreen(name);
}

/** Keeps the drafts on screen for the current user, because the session has ended. */
export function keepDrafts(): void {
  for (const [name, { userId, read }] of onScreen) {
    const state = read();
    if (state !== undefined) kept.set(name, { userId, state });
  }
  storeDraftsOnScreen();
}

export function keepDraft(name: string, draft: Draft): void {
  kept.set(name, draft);
  storeDraft({ ...draft, name, savedAt: Date.now() });
}

export function findDraft(name: string, userId: string): unknown {
  const draft = kept.get(name);
  return draft?.userId === userId ? draft.state : undefined;
}

/** Also deletes its parts ("deposit", "deposit key"). */
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

export function forgetDraftsOfOthers(userId: string): void {
  for (const [name, draft] of kept) if (draft.userId !== userId) kept.delete(name);
  void removeStoredDrafts((draft) => draft.userId !== userId);
}

export function forgetDrafts(): void {
  kept.clear();
  onScreen.clear();
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  clearStoredDrafts();
}

/** Calls `read` whenever `version` changes; undefined if there is nothing to store. */
export function useSavedDraft<State>(
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means there is a new state to store.
  useEffect(() => {
    if (name !== undefined) storeAfterPause(name);
  }, [name, version]);
  return found as State | undefined; // same type: `read` of the same name returned it
}
