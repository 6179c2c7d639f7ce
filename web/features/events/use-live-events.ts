import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#contract/events/schema.ts';
import { listenLive } from './model/live-bus.ts';

/** Calls `handler` with every live event while the component is mounted. */
export function useLiveEvents(handler: (event: LiveEvent) => void): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => listenLive((event) => onEvent(event)), []);
}
