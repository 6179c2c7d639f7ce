import { useSyncExternalStore } from 'react';
import { readHint, writeHint } from './storage.ts';
import { createEmitter } from './store.ts';

const { listen, emit } = createEmitter();

/** Other tabs' changes arrive as storage events; this tab's own do not, and are told by `saveHint`. */
function subscribe(listener: () => void): () => void {
  const stop = listen(listener);
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}

/** A hint of this browser, current in all its tabs; null when it is absent. */
export function useHint(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readHint(key));
}

/** Keeps a hint and tells all who use it. */
export function saveHint(key: string, value: string): void {
  writeHint(key, value);
  emit();
}
