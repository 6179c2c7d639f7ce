import { useSyncExternalStore } from 'react';
import { readHint, writeHint } from '../lib/storage.ts';

export type Density = 'comfortable' | 'compact';

const STORAGE_KEY = 'table_density';
const listeners = new Set<() => void>();

/** Other tabs' choices arrive as storage events; this tab's own do not, and are told by `setDensity`. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function readDensity(): Density {
  return readHint(STORAGE_KEY) === 'compact' ? 'compact' : 'comfortable';
}

function setDensity(density: Density): void {
  writeHint(STORAGE_KEY, density);
  for (const listener of listeners) listener();
}

/** How close the rows of tables stand, as chosen in this browser, and choosing it. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useSyncExternalStore(subscribe, readDensity), setDensity];
}
