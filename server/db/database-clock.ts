import type { Clock } from '../base/clock.ts';

/** Dates of the driver are whole milliseconds: the database's time is up to this much later. */
const RESOLUTION_MS = 1;

/**
 * The database's clock, without a query: `now` is the time that the database would show. It is corrected by each time that
 * the database sends, and does not follow the machine's clock, which may be wrong or jump. Until the first one, it starts
 * from the machine's clock.
 */
export class DatabaseClock implements Clock {
  readonly #monotonicMs: () => number;
  /** The database's time when the monotonic clock was zero. */
  #startMs: number;
  /** When the newest reading that was applied was sent. */
  #newestSentMs = Number.NEGATIVE_INFINITY;

  constructor(machine: Clock, monotonicMs = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
    this.#startMs = machine.now().getTime() - monotonicMs();
  }

  now(): Date {
    return new Date(this.#startMs + this.#monotonicMs());
  }

  /**
   * Calls `read`, which gets the database's time, and corrects the clock. The time was read between the call and its end, so
   * that a slow call changes the clock only if it is wrong by more than the call took. A call that was sent before one that has
   * ended changes nothing: it may be from before a failover to another machine.
   */
  async correctBy(read: () => Promise<Date>): Promise<Date> {
    const sentMs = this.#monotonicMs();
    const time = await read();
    if (sentMs < this.#newestSentMs) return time;
    this.#newestSentMs = sentMs;
    const earliestMs = time.getTime() - this.#monotonicMs();
    const latestMs = time.getTime() + RESOLUTION_MS - sentMs;
    this.#startMs = Math.min(Math.max(this.#startMs, earliestMs), latestMs);
    return time;
  }
}
