import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/page/store.ts';

export type Overlay = 'palette' | 'shortcuts';

const opened = createStore<Overlay | undefined>(undefined);

export function useOverlay() {
  const overlay = useSyncExternalStore(opened.listen, opened.get);
  return { overlay, setOverlay: opened.set };
}
