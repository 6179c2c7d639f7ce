import type { Role } from '#contract/rules.ts';
import type { Query } from '../../db/database.ts';
import type { Clock } from '../clock.ts';
import { readSession, type SessionState } from '../session-state.ts';

/** What a session is allowed now. */
export interface OpenSession {
  sessionId: string;
  role: Role;
}

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

/** What each of these sessions is allowed now; sessions that are over are left out. */
async function readSessionStates(
  query: Query,
  sessionIds: string[],
  now: Date,
): Promise<OpenSession[]> {
  const sessions = await query<SessionState & { sessionId: string }>(
    `SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
       s.ended_at AS "endedAt", s.ended_reason AS "endedReason", u.username, u.role, u.status
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id WHERE s.id = ANY($1)`,
    [sessionIds],
  );
  return sessions.flatMap((session) => {
    const found = readSession(session, now);
    return found.refusal ? [] : [{ sessionId: session.sessionId, role: found.role }];
  });
}
