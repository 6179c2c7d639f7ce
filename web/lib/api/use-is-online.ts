import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const listen = (listener: () => void) => onlineManager.subscribe(listener);

export function useIsOnline(): boolean {
  return useSyncExternalStore(listen, () => onlineManager.isOnline());
}
