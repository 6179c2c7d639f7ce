import { useSyncExternalStore } from 'react';
import { readHint, writeHint } from './storage.ts';
import { createEmitter } from './store.ts';

const { listen, emit } = createEmitter();

/** Storage events report changes of other tabs only; `saveHint` emits those of this tab. */
function subscribe(listener: () => void): () => void {
  const stop = listen(listener);
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}

export function useHint(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readHint(key));
}

export function saveHint(key: string, value: string): void {
  writeHint(key, value);
  emit();
}
