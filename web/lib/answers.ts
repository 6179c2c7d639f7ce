import { EVENT_POSITION_HEADER, type EventPosition, isAfter } from '#contract/event-position.ts';
import { createEmitter } from './store.ts';

/**
 * Knows from where on events must be heard so that nothing on screen is older: from before the oldest
 * answer of the server.
 */
export function createAnswers() {
  let earliest: EventPosition | undefined;
  const earlier = createEmitter();
  return {
    /** Notes the headers of an answer. */
    note(headers: Headers): void {
      const position = headers.get(EVENT_POSITION_HEADER);
      if (!position) return;
      const isEarlier = earliest !== undefined && isAfter(earliest, position);
      if (!earliest || isEarlier) earliest = position;
      if (isEarlier) earlier.emit();
    },
    earliest: () => earliest,
    /** Calls `listener` when an answer turns out to be older than all before. Returns the way to stop. */
    onEarlier: earlier.listen,
    /** Starts anew, for answers to someone else. */
    forget(): void {
      earliest = undefined;
    },
  };
}

/** The answers that this tab has had. */
export const answers = createAnswers();
