import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener);
  return () => document.fonts.removeEventListener('loadingdone', listener);
}

function countLoaded(): number {
  return [...document.fonts].filter(({ status }) => status === 'loaded').length;
}

/** Returns the number of loaded fonts: text widths change whenever a font loads. */
export function useLoadedFonts(): number {
  return useSyncExternalStore(subscribe, countLoaded);
}
