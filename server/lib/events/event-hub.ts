import { withEventMeta } from '@orpc/server';
import { errorTable } from '#contract/errors.ts';
import { isAfter } from '#contract/event-position.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Role } from '#contract/rules.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db.ts';
import { appError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { every } from '../timers.ts';
import {
  isPosition,
  type LoggedEvent,
  pruneEvents,
  readMissed,
  readSessionStates,
} from './event-log.ts';
import { EventStream } from './event-stream.ts';
import { EventTail } from './event-tail.ts';

/** Fans committed events out to this server's open streams. */
export interface EventHub {
  /** Up to where events have been handed over: what is read from now on knows them all. */
  readonly position: string;
  /** Whether the outbox was read lately, so that streams hear of what happens. */
  readonly isFollowing: boolean;
  /** Begins to follow the outbox. */
  start(): Promise<void>;
  /** Says that something was committed: the tailer reads on soon. Never throws, never waits. */
  nudge(): void;
  /** The events a session may see, from `lastEventId` on, until `signal` aborts or the session ends. */
  subscribe(options: Subscription): AsyncGenerator<LiveEvent, void, void>;
  close(): Promise<void>;
}

interface Subscription {
  userId: string;
  role: Role;
  sessionId: string;
  lastEventId: string | undefined;
  signal: AbortSignal | undefined;
}

const MAX_STREAMS_PER_SESSION = 8;
const MAX_MISSED_EVENTS = 500;
const RECHECK_INTERVAL_MS = 60_000;
const PRUNE_INTERVAL_MS = 10 * 60_000;

/** Makes the hub of one server. Nothing happens before `start`. */
export function createEventHub(parts: { db: Database; clock: Clock; log: Logger }): EventHub {
  return new OutboxHub(parts);
}

class OutboxHub implements EventHub {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #streams = new Set<EventStream>();
  readonly #tail: EventTail;
  #isClosed = false;
  #timers: { stop(): Promise<void> }[] = [];

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Logger }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#tail = new EventTail({ db, log, onEvent: (event) => this.#fanOut(event) });
  }

  get position(): string {
    return this.#tail.position;
  }

  get isFollowing(): boolean {
    return this.#tail.isFollowing;
  }

  async start(): Promise<void> {
    await this.#tail.start();
    const log = this.#log;
    const prune = () => pruneEvents(this.#db.background.query, this.#clock.now());
    this.#timers = [
      every({ intervalMs: RECHECK_INTERVAL_MS, name: 'recheck streams', log }, () =>
        this.#recheck([...this.#streams]),
      ),
      every({ intervalMs: PRUNE_INTERVAL_MS, name: 'prune events', log }, prune),
    ];
  }

  nudge(): void {
    this.#tail.nudge();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.end();
    await Promise.all(this.#timers.map((timer) => timer.stop()));
    await this.#tail.close();
  }

  async *subscribe(options: Subscription): AsyncGenerator<LiveEvent, void, void> {
    // Who comes back while this server stops is to find another one.
    if (this.#isClosed) throw appError('UNAVAILABLE');
    const { lastEventId, signal } = options;
    const resumed = lastEventId !== undefined && isPosition(lastEventId) ? lastEventId : undefined;
    const { position } = this;
    const isAhead = resumed !== undefined && isAfter(resumed, position);
    const stream = new EventStream(options, isAhead ? resumed : position);
    // Events are queued from here on; what the session is allowed is read after, so no change is missed.
    this.#open(stream);
    const end = () => stream.end();
    signal?.addEventListener('abort', end, { once: true });
    try {
      if (signal?.aborted) return;
      await this.#recheck([stream]);
      yield* this.#begin(stream, { lastEventId, resumed, position });
      for (let event = await stream.next(); event; event = await stream.next()) yield event;
    } finally {
      signal?.removeEventListener('abort', end);
      stream.end();
      this.#streams.delete(stream);
    }
  }

  /** `ready`, then what a resuming stream missed, or `resync` when that can't be told. */
  async *#begin(
    stream: EventStream,
    {
      lastEventId,
      resumed,
      position,
    }: { lastEventId: string | undefined; resumed: string | undefined; position: string },
  ): AsyncGenerator<LiveEvent, void, void> {
    if (stream.hasEnded) return;
    if (lastEventId === undefined) {
      yield withEventMeta({ entity: 'ready' } as const, { id: position });
      return;
    }
    const missed = resumed ? await this.#readMissed(stream, resumed, position) : undefined;
    yield { entity: 'ready' };
    if (!missed) yield withEventMeta({ entity: 'resync' } as const, { id: position });
    for (const event of missed ?? []) {
      const shown = stream.hasEnded ? undefined : stream.view(event);
      if (shown) yield shown;
    }
  }

  async #readMissed({ userId, role }: EventStream, after: string, until: string) {
    const now = this.#clock.now();
    const limit = MAX_MISSED_EVENTS;
    return readMissed(this.#db.query, { after, until, userId, role, limit, now });
  }

  /** Too many streams of one session are leftovers of lost connections: the oldest goes. */
  #open(stream: EventStream): void {
    const siblings = [...this.#streams].filter((one) => one.sessionId === stream.sessionId);
    if (siblings.length >= MAX_STREAMS_PER_SESSION) siblings[0]?.end();
    this.#streams.add(stream);
  }

  #fanOut(event: LoggedEvent): void {
    const { payload, userId } = event;
    for (const stream of this.#streams) {
      if (payload.entity === 'sessionsEnded') {
        if (payload.sessionIds.includes(stream.sessionId)) stream.end(payload.reason);
      } else {
        if (payload.entity === 'role' && userId === stream.userId) {
          stream.role = payload.role;
          stream.roleIsTold = true;
        }
        stream.tell(event);
      }
    }
  }

  /** Ends the streams of sessions that are over, and corrects roles, whatever events were told or lost. */
  async #recheck(streams: EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    for (const stream of streams) stream.roleIsTold = false;
    const sessionIds = [...new Set(streams.map((stream) => stream.sessionId))];
    const states = await readSessionStates(this.#db.query, sessionIds, this.#clock.now());
    const roles = new Map(states.map((state) => [state.sessionId, state.role]));
    for (const stream of streams) {
      const role = roles.get(stream.sessionId);
      if (!role) stream.end(errorTable.MISSING_SESSION.message);
      else if (role !== stream.role && !stream.roleIsTold) {
        stream.role = role;
        stream.announce({ entity: 'resync' });
      }
    }
  }
}
