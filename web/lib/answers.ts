import { EVENT_POSITION_HEADER, type EventPosition, isAfter } from '#contract/event-position.ts';

/**
 * Knows from where on events must be heard so that nothing on screen is older: from before the oldest
 * answer of the server.
 */
export function createAnswers() {
  let earliest: EventPosition | undefined;
  const listeners = new Set<() => void>();
  return {
    /** Notes the headers of an answer. */
    note(headers: Headers): void {
      const position = headers.get(EVENT_POSITION_HEADER);
      if (!position) return;
      const isEarlier = earliest !== undefined && isAfter(earliest, position);
      if (!earliest || isEarlier) earliest = position;
      if (isEarlier) for (const listener of listeners) listener();
    },
    earliest: () => earliest,
    /** Calls `listener` when an answer turns out to be older than all before. Returns the way to stop. */
    onEarlier(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Starts anew, for answers to someone else. */
    forget(): void {
      earliest = undefined;
    },
  };
}

/** The answers that this tab has had. */
export const answers = createAnswers();
