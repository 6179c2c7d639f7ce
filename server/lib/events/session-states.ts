import type { Query } from '../../db/database.ts';
import type { Clock } from '../clock.ts';
import { type OpenSession, readSessionStates } from './event-log.ts';

type States = ReadonlyMap<string, OpenSession>;

/** Reads what sessions are allowed. Those asked for at about the same time are read by one statement. */
export class SessionStates {
  readonly #query: Query;
  readonly #clock: Clock;
  #wanted = new Set<string>();
  #next: Promise<States> | undefined;
  #reading: Promise<unknown> | undefined;

  constructor({ query, clock }: { query: Query; clock: Clock }) {
    this.#query = query;
    this.#clock = clock;
  }

  /** What a session is allowed as of a moment after this call; undefined when it is over. */
  async read(sessionId: string): Promise<OpenSession | undefined> {
    this.#wanted.add(sessionId);
    this.#next ??= this.#readNext();
    return (await this.#next).get(sessionId);
  }

  async #readNext(): Promise<States> {
    // Whoever comes while a statement runs is read by the one after it.
    await (this.#reading ?? new Promise(setImmediate));
    const sessionIds = [...this.#wanted];
    this.#wanted = new Set();
    this.#next = undefined;
    const states = readSessionStates(this.#query, sessionIds, this.#clock.now());
    const reading = states.then(
      () => undefined,
      () => undefined,
    );
    this.#reading = reading;
    void reading.then(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return new Map((await states).map((state) => [state.sessionId, state]));
  }
}
