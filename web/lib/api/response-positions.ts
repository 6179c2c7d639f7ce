import { EVENT_POSITION_HEADER, type EventPosition, isAfter } from '#contract/events/position.ts';
import { createEmitter } from '../page/store.ts';

/** Records the event position of the oldest response, where the event stream resumes. */
export function createResponsePositions() {
  let earliest: EventPosition | undefined;
  const earlier = createEmitter();
  return {
    record(headers: Headers): void {
      const position = headers.get(EVENT_POSITION_HEADER);
      if (!position) return;
      const isEarlier = earliest !== undefined && isAfter(earliest, position);
      if (!earliest || isEarlier) earliest = position;
      if (isEarlier) earlier.emit();
    },
    earliest: () => earliest,
    onEarlier: earlier.listen,
    reset(): void {
      earliest = undefined;
    },
  };
}

export const responsePositions = createResponsePositions();
