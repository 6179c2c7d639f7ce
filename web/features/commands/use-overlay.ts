import { useSyncExternalStore } from 'react';

/** What can be called up over any screen. */
export type Overlay = 'palette' | 'shortcuts';

let opened: Overlay | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOverlay(overlay: Overlay | undefined): void {
  opened = overlay;
  for (const listener of listeners) listener();
}

/** The overlay that is open, and opening another in its place or closing it. */
export function useOverlay() {
  const overlay = useSyncExternalStore(subscribe, () => opened);
  return { overlay, setOverlay };
}
