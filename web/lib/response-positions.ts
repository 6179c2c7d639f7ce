import { EVENT_POSITION_HEADER, type EventPosition, isAfter } from '#contract/event-position.ts';
import { createEmitter } from './store.ts';

/**
 * Knows from where on events must be heard so that nothing on screen is older: from before the oldest
 * response of the server.
 */
export function createResponsePositions() {
  let earliest: EventPosition | undefined;
  const earlier = createEmitter();
  return {
    /** Records the position in the headers of a response. */
    record(headers: Headers): void {
      const position = headers.get(EVENT_POSITION_HEADER);
      if (!position) return;
      const isEarlier = earliest !== undefined && isAfter(earliest, position);
      if (!earliest || isEarlier) earliest = position;
      if (isEarlier) earlier.emit();
    },
    earliest: () => earliest,
    /** Calls `listener` when a response turns out to be older than all before. Returns the way to stop. */
    onEarlier: earlier.listen,
    /** Starts anew, for someone else. */
    reset(): void {
      earliest = undefined;
    },
  };
}

/** Those of this tab. */
export const responsePositions = createResponsePositions();
