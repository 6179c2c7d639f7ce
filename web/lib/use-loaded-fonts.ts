import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener);
  return () => document.fonts.removeEventListener('loadingdone', listener);
}

function countLoaded(): number {
  return [...document.fonts].filter(({ status }) => status === 'loaded').length;
}

/** How many fonts are there so far: texts change their width with each that comes. */
export function useLoadedFonts(): number {
  return useSyncExternalStore(subscribe, countLoaded);
}
