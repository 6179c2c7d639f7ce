import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

/** What can be called up over any screen. */
export type Overlay = 'palette' | 'shortcuts';

const opened = createStore<Overlay | undefined>(undefined);

/** The overlay that is open, and opening another in its place or closing it. */
export function useOverlay() {
  const overlay = useSyncExternalStore(opened.listen, opened.get);
  return { overlay, setOverlay: opened.set };
}
