import { useContext, useEffect, useRef, useState } from 'react';
import { SessionContext } from './session.ts';

type Draft = { userId: string; state: unknown };
type OnScreen = { userId: string; read: () => unknown };

/** In this tab's memory alone: nothing of it outlives the tab, and a receipt stays the file that was chosen. */
const kept = new Map<string, Draft>();
const onScreen = new Map<string, OnScreen>();

/** Has `keepDrafts` read this draft for as long as it is on screen. Returns the way to stop. */
export function showDraft(name: string, draft: OnScreen): () => void {
  kept.delete(name);
  onScreen.set(name, draft);
  return () => {
    if (onScreen.get(name) === draft) onScreen.delete(name);
  };
}

/** Keeps what is on screen, for the person who typed it, as their session has ended. */
export function keepDrafts(): void {
  for (const [name, { userId, read }] of onScreen) {
    const state = read();
    if (state !== undefined) kept.set(name, { userId, state });
  }
}

/** What was kept of this person's under this name, if anything. */
export function findDraft(name: string, userId: string): unknown {
  const draft = kept.get(name);
  return draft?.userId === userId ? draft.state : undefined;
}

/** Forgets one draft, as it has been sent. */
export function forgetDraft(name: string): void {
  kept.delete(name);
}

/** Forgets what others than this person left. */
export function forgetDraftsOfOthers(userId: string): void {
  for (const [name, draft] of kept) if (draft.userId !== userId) kept.delete(name);
}

/** Forgets everything, that on screen too: who logs out leaves nothing. */
export function forgetDrafts(): void {
  kept.clear();
  onScreen.clear();
}

/**
 * What this component returned from `read` when the person's session ended, and undefined otherwise. While it
 * is on screen, `read` is asked again should the session end; undefined stands for nothing to keep.
 */
export function useKeptDraft<State>(
  name: string | undefined,
  read: () => State | undefined,
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
  return found as State | undefined; // as `read` of the same name returned it
}
