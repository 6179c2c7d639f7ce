import type { LiveEvent } from '#contract/events.ts';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Calls `listener` with every event that this tab hears. Returns the way to stop. */
export function listenLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands an event to everything in this tab that listens. */
export function emitLive(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}
