import type { ServerResponse } from 'node:http';
import { Histogram } from 'prom-client';
import { type Frame, writeFrame } from '#contract/events/frames.ts';
import { type EventPosition, isAfter, isPosition, momentOf } from '#contract/events/position.ts';
import type { Role } from '#contract/shared/enums.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { ADMIN_ROLES, type AdminRole, type Rights } from '#contract/shared/permissions.ts';
import type { BatchedCall } from '../../base/batch-calls.ts';
import type { Clock } from '../../base/clock.ts';
import { appError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { every } from '../../base/timers.ts';
import type { Database } from '../../db/database.ts';
import { Broadcast, EventStream } from './event-stream.ts';
import { EventTail, type LoggedEvent, ORIGIN, pruneEvents } from './event-tail.ts';
import { StreamIndex, StreamWriter } from './open-streams.ts';
import { PreparedEvent, REMEMBERED_EVENTS, RecentEvents } from './recent-events.ts';
import { type OpenSession, readsSessionStates } from './session-states.ts';

/**
 * Sends live events to the streams of browsers. A stream has three phases (`docs/events.md`):
 *
 * 1. Backfill (`open`): the stream is registered and its session is read. Events that arrive meanwhile are kept in
 *    `#recent`, not in the stream.
 * 2. Cut-over (`#begin`): one synchronous step writes the recent events after the client's position and moves the
 *    stream's reader to the end, so that no event is missed or sent twice.
 * 3. Live (`#fanOut`): each event is queued for its streams, and `StreamWriter` decides when they are written to.
 */

export interface EventHub {
  /** Data read after this event was sent includes the changes up to it. */
  readonly position: EventPosition;
  readonly isTailing: boolean;
  readonly secondsSinceLastRead: number;
  /** Seconds for which an open transaction has held back the oldest committed event; 0 if none is held back. */
  readonly oldestUnpublishedSeconds: number;
  readonly openStreams: Record<Role, number>;
  start(): Promise<void>;
  /** The result starts the stream after the response's headers are written. */
  open(subscription: Subscription): Promise<(response: ServerResponse) => void>;
  /** Calls `listener` after each event of an entity, and when events may have been missed. Returns a function that ends it. */
  listen(entity: LoggedEvent['payload']['entity'], listener: () => void): () => void;
  close(): Promise<void>;
}

export interface Subscription extends Rights {
  userId: string;
  sessionId: string;
  lastEventId: string | undefined;
}

export const eventDelays = new Histogram({
  name: 'wallet_event_delay_seconds',
  help: 'Time from a command to the fan-out of its event on this server',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [],
});

/** Above this number of missed events, a stream gets `resync`: refetch everything. */
const MAX_MISSED_EVENTS = 500;
const RECHECK_INTERVAL_MS = 60_000;
const PRUNE_INTERVAL_MS = 10 * 60_000;
const NO_ONE = '';
const USERS: Rights = { role: 'user', adminRole: 'administrator' };
const ADMINS: Rights[] = ADMIN_ROLES.map((adminRole) => ({ role: 'admin', adminRole }));
const TICK_MS = 1000;
/** Each stream gets a heartbeat once in this many ticks, so that dead connections are detected. */
const HEARTBEAT_EVERY_TICKS = 20;
/** The reconnection time for browsers' built-in EventSource (HTML Standard, 9.2.6). */
const RETRY = 'retry: 1000\n';

export function createEventHub(parts: { db: Database; clock: Clock; log: Logger }): EventHub {
  return new OutboxHub(parts);
}

class OutboxHub implements EventHub {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #streams = new StreamIndex();
  readonly #writer = new StreamWriter();
  /** Streams with the same rights share a broadcast. */
  readonly #broadcasts: Record<'user' | AdminRole, Broadcast> = {
    user: new Broadcast(),
    administrator: new Broadcast(),
    reviewer: new Broadcast(),
    support: new Broadcast(),
    auditor: new Broadcast(),
  };
  readonly #readState: BatchedCall<string, OpenSession | undefined>;
  readonly #tail: EventTail;
  readonly #listeners = new Set<{ entity: string; listener: () => void }>();
  #recent = new RecentEvents(ORIGIN);
  #timers: { stop(): Promise<void> }[] = [];
  #tickTimer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #opened = 0;
  #isClosed = false;

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Logger }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#readState = readsSessionStates({ query: db.query, clock });
    this.#tail = new EventTail({
      db,
      log,
      depth: REMEMBERED_EVENTS,
      onBegin: (newest) => this.#resetAll(newest),
      onEvent: (event) => this.#fanOut(event),
    });
  }

  get position(): EventPosition {
    return this.#tail.position;
  }

  get isTailing(): boolean {
    return this.#tail.isTailing;
  }

  get secondsSinceLastRead(): number {
    return this.#tail.msSinceLastRead / 1000;
  }

  get oldestUnpublishedSeconds(): number {
    return this.#tail.heldBackMs / 1000;
  }

  get openStreams(): Record<Role, number> {
    const { all, admins } = this.#streams;
    return { admin: admins.size, user: all.size - admins.size };
  }

  async start(): Promise<void> {
    await this.#tail.start();
    this.#db.onOutboxCommit(() => this.#tail.readAndNotify());
    const log = this.#log;
    const recheck = () =>
      Promise.all([...this.#streams.all].map((stream) => this.#recheck(stream)));
    const prune = () => pruneEvents(this.#db.background.query, this.#clock.now());
    this.#timers = [
      every({ intervalMs: RECHECK_INTERVAL_MS, name: 'recheck streams', log }, recheck),
      every({ intervalMs: PRUNE_INTERVAL_MS, name: 'prune events', log }, prune),
    ];
    this.#tickTimer = setInterval(() => this.#tickAll(), TICK_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#tickTimer);
    this.#writer.close();
    for (const stream of this.#streams.all) this.#end(stream);
    await Promise.all(this.#timers.map((timer) => timer.stop()));
    await this.#tail.close();
  }

  listen(entity: string, listener: () => void): () => void {
    const entry = { entity, listener };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  async open(subscription: Subscription): Promise<(response: ServerResponse) => void> {
    // A client that reconnects while this server stops should reach another server.
    if (this.#isClosed) throw appError('UNAVAILABLE');
    const { lastEventId } = subscription;
    const broadcast = this.#broadcastOf(subscription);
    const stream = new EventStream(subscription, { number: this.#opened, broadcast });
    this.#opened += 1;
    this.#streams.add(stream);
    try {
      // From here on the stream receives events. Its rights are read afterwards, so that no end of a session is missed.
      await this.#recheck(stream);
      if (lastEventId && isPosition(lastEventId) && isAfter(lastEventId, this.position)) {
        // Another server has already read this event.
        await this.#tail.readNext();
      }
    } catch (error) {
      this.#end(stream);
      throw error;
    }
    return (response) => this.#begin(stream, response, lastEventId);
  }

  #begin(stream: EventStream, response: ServerResponse, lastEventId: string | undefined): void {
    response.once('close', () => this.#end(stream));
    // Writing to a lost connection emits `error`; `close` follows.
    response.on('error', () => undefined);
    if (response.destroyed) this.#end(stream);
    stream.begin(response, this.#initialFrames(stream, lastEventId));
  }

  #initialFrames(stream: EventStream, lastEventId: string | undefined): Buffer {
    const id = this.position;
    if (lastEventId === undefined) return opening({ event: { entity: 'ready' }, id });
    const frames = this.#recent.after(lastEventId)?.flatMap((event) => {
      return event.frameFor(stream) ?? [];
    });
    const ready = opening({ event: { entity: 'ready' } });
    if (frames && frames.length <= MAX_MISSED_EVENTS) return Buffer.concat([ready, ...frames]);
    return Buffer.concat([ready, Buffer.from(writeFrame({ event: { entity: 'resync' }, id }))]);
  }

  /** At the start, after lost events, or after a replaced database, the changes are unknown. */
  #resetAll(newest: LoggedEvent[]): void {
    const [first, ...rest] = newest;
    this.#recent = new RecentEvents(first?.id ?? ORIGIN);
    for (const event of rest) this.#recent.add(new PreparedEvent(event));
    this.#resyncAll();
    for (const { listener } of this.#listeners) listener();
  }

  /** Browsers refetch everything. */
  #resyncAll(): void {
    for (const stream of this.#streams.all) stream.resync(this.position);
    this.#writer.writePaced(this.#streams.all);
  }

  #fanOut(logged: LoggedEvent): void {
    const event = new PreparedEvent(logged);
    this.#recent.add(event);
    eventDelays.observe(Math.max(0, this.#clock.now().getTime() - momentOf(logged.id)) / 1000);
    const { payload, userId } = logged;
    for (const { entity, listener } of this.#listeners) if (entity === payload.entity) listener();
    const own = userId === null ? [] : [...this.#streams.ofUser(userId)];
    if (payload.entity === 'sessionsEnded') {
      const { sessionIds, reason } = payload;
      const ended = own.filter(({ sessionId }) => sessionIds.includes(sessionId));
      for (const stream of ended) this.#end(stream, reason);
      return;
    }
    const recipients = own.filter((stream) => this.#queueForOwner(stream, logged, event));
    this.#broadcast(logged, event);
    for (const stream of recipients) {
      stream.skipShared();
      this.#writer.writeSoon(stream);
    }
  }

  #queueForOwner(stream: EventStream, { payload }: LoggedEvent, event: PreparedEvent): boolean {
    if (payload.entity === 'role') {
      this.#setRights(stream, payload);
      stream.hasNewRole = true;
    }
    const frame = event.frameFor(stream);
    if (frame) stream.queue(frame, event.id);
    return frame !== undefined;
  }

  #broadcast({ forEveryone, forAdmins }: LoggedEvent, event: PreparedEvent): void {
    const open = this.openStreams;
    const readers = [...(open.user > 0 ? [USERS] : []), ...(open.admin > 0 ? ADMINS : [])];
    for (const rights of readers) {
      const frame = event.frameFor({ userId: NO_ONE, ...rights });
      if (frame) this.#broadcastOf(rights).add(frame, event.id);
    }
    if (forEveryone) this.#writer.writePaced(this.#streams.all);
    else if (forAdmins) this.#writer.writePaced(this.#streams.admins);
  }

  #broadcastOf({ role, adminRole }: Rights): Broadcast {
    return this.#broadcasts[role === 'admin' ? adminRole : 'user'];
  }

  #setRights(stream: EventStream, rights: Rights): void {
    this.#streams.setRights(stream, rights);
    stream.follow(this.#broadcastOf(rights));
  }

  #end(stream: EventStream, reason?: string): void {
    this.#streams.remove(stream);
    stream.end(reason);
  }

  /** Repairs lost events: ends the stream if its session is over, and corrects its rights. */
  async #recheck(stream: EventStream): Promise<void> {
    stream.hasNewRole = false;
    const state = await this.#readState(stream.sessionId);
    if (!state) return this.#end(stream, errorTable.MISSING_SESSION.message);
    const isSame = state.role === stream.role && state.adminRole === stream.adminRole;
    if (isSame || stream.hasNewRole) return;
    this.#setRights(stream, state);
    stream.resync(undefined);
    this.#writer.writeSoon(stream);
  }

  #tickAll(): void {
    this.#ticks += 1;
    for (const stream of this.#streams.all) {
      // Spread over several ticks: writing to all streams in one would block other work.
      stream.tick({ isHeartbeatDue: (this.#ticks + stream.number) % HEARTBEAT_EVERY_TICKS === 0 });
    }
  }
}

function opening(ready: Frame): Buffer {
  return Buffer.from(RETRY + writeFrame(ready));
}
