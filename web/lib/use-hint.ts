import { useSyncExternalStore } from 'react';
import { readHint, writeHint } from './storage.ts';

const listeners = new Set<() => void>();

/** Other tabs' changes arrive as storage events; this tab's own do not, and are told by `keepHint`. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A hint of this browser, current in all its tabs; null when it is absent. */
export function useHint(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readHint(key));
}

/** Keeps a hint and tells all who use it. */
export function keepHint(key: string, value: string): void {
  writeHint(key, value);
  for (const listener of listeners) listener();
}
