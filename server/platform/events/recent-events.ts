import type { EventPosition } from '#contract/events/position.ts';
import type { PreparedEvent } from './prepared-event.ts';

/** How many events a server keeps in memory, for streams that resume. */
export const REMEMBERED_EVENTS = 10_000;

/** The newest events in order, indexed by position without a database query. */
export class RecentEvents {
  #events: PreparedEvent[] = [];
  readonly #numbers = new Map<EventPosition, number>();
  #start: EventPosition;
  #startNumber = 0;

  constructor(start: EventPosition) {
    this.#start = start;
    this.#numbers.set(start, 0);
  }

  add(event: PreparedEvent): void {
    this.#events.push(event);
    this.#numbers.set(event.id, this.#startNumber + this.#events.length);
    // Forgets half of the events at a time: shifting the array costs its length.
    if (this.#events.length >= 2 * REMEMBERED_EVENTS) this.#forget(REMEMBERED_EVENTS);
  }

  /** Returns the events after a position; undefined if the position is unknown or no longer kept. */
  after(position: EventPosition): PreparedEvent[] | undefined {
    const number = this.#numbers.get(position);
    return number === undefined ? undefined : this.#events.slice(number - this.#startNumber);
  }

  #forget(count: number): void {
    const forgotten = this.#events.splice(0, count);
    this.#numbers.delete(this.#start);
    for (const { id } of forgotten) this.#numbers.delete(id);
    this.#start = forgotten.at(-1)?.id ?? this.#start;
    this.#startNumber += forgotten.length;
    this.#numbers.set(this.#start, this.#startNumber);
  }
}
