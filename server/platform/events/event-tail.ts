import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type EventPosition, numberOf } from '#contract/events/position.ts';
import type { Logger } from '../../base/log.ts';
import { logError } from '../../base/repeated-errors.ts';
import type { Database, Query } from '../../db/database.ts';
import { readHorizon } from '../../db/open-writers.ts';
import { computed, integer, selectFirst } from '../../db/selection.ts';
import type { StoredEvent } from './outbox.ts';

export interface LoggedEvent {
  id: EventPosition;
  userId: string | null;
  forAdmins: boolean;
  forEveryone: boolean;
  payload: StoredEvent;
}

export const ORIGIN: EventPosition = '0:0:0';
const RETENTION_MS = 24 * 60 * 60_000;
const PRUNED_TOGETHER = 10_000;

const columns = `xid::text || ':' || events.id::text || ':' || (extract(epoch FROM created_at) * 1000)::bigint::text AS id,
  user_id AS "userId", for_admins AS "forAdmins", for_everyone AS "forEveryone", payload`;

/** Returns the newest events before which no other event can still commit, oldest first. */
export async function readNewest(query: Query, limit: number): Promise<LoggedEvent[]> {
  const newest = await query<LoggedEvent>(
    `SELECT ${columns} FROM events WHERE events.id <= $1 ORDER BY events.id DESC LIMIT $2`,
    [await readHorizon(query, 'events'), limit],
  );
  return newest.reverse();
}

export interface ReadEvents {
  events: LoggedEvent[];
  /** Committed events that follow, held back until an open transaction with lower numbers ends. */
  heldBack: LoggedEvent[];
  isFull: boolean;
}

/** Returns undefined if the event at the position was pruned: later events may then be missing too. */
export async function readEvents(
  query: Query,
  after: EventPosition,
  limit: number,
): Promise<ReadEvents | undefined> {
  const horizon = await readHorizon(query, 'events');
  const rows = await query<LoggedEvent & { isSettled: boolean }>(
    `SELECT ${columns}, events.id <= $2 AS "isSettled" FROM events WHERE events.id >= $1
     ORDER BY events.id LIMIT $3`,
    [numberOf(after), horizon, limit + 1],
  );
  if (after !== ORIGIN && rows.shift()?.id !== after) return undefined;
  const events = rows.filter((row) => row.isSettled);
  return { events, heldBack: rows.slice(events.length), isFull: events.length >= limit };
}

/** Deletes expired events but keeps the newest of them, from which a server that had read so far continues. */
export async function pruneEvents(query: Query, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  while ((await prunePart(query, before)) > 0);
}

const prunedColumns = computed({ pruned: integer('count(*)') });

/** Reads the oldest events only: the table has no index of times, which every event would have to maintain. */
async function prunePart(query: Query, before: Date): Promise<number> {
  const row = await selectFirst(
    query,
    prunedColumns,
    `WITH oldest AS (SELECT id, created_at FROM events ORDER BY id LIMIT $2),
     pruned AS (
       DELETE FROM events WHERE id < (
         SELECT id FROM oldest WHERE created_at < $1 ORDER BY created_at DESC, id DESC LIMIT 1) RETURNING 1)
     SELECT ${prunedColumns.sql} FROM pruned`,
    [before, PRUNED_TOGETHER],
  );
  return row?.pruned ?? 0;
}

const CHANNEL = 'wallet_events';
const BATCH = 500;
const POLL_INTERVAL_MS = 2000;
/** After this time without a successful poll, the streams count as not up to date. */
const MAX_MS_WITHOUT_READ = 4 * POLL_INTERVAL_MS;
const HELD_BACK_RETRY_MS = 2;
const MAX_HELD_BACK_RETRY_MS = 256;
/** They are sent outside any transaction. */
const NOTIFY_PAUSE_MS = 30;

interface Parts {
  db: Database;
  log: Logger;
  depth: number;
  /** Receives the newest events; those of `onEvent` follow them. Called again if events were lost. */
  onBegin: (newest: LoggedEvent[]) => void;
  onEvent: (event: LoggedEvent) => void;
}

export class EventTail {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #parts: Parts;
  readonly #serverId = randomUUID();
  #position = ORIGIN;
  #lastReadAt = 0;
  #reading: Promise<void> | undefined;
  /** When each held-back event was first seen, by position, oldest event first. */
  #heldBackSince = new Map<string, number>();
  #heldBackReads = 0;
  #hasMore = false;
  #isOpen = false;
  #pollTimer: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #notify: NodeJS.Timeout | undefined;
  #notifying: Promise<void> | undefined;
  #listener: pg.PoolClient | undefined;
  #listening: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#parts = parts;
  }

  get position(): string {
    return this.#position;
  }

  /** Measured with the monotonic clock, which changes of the system time do not affect. */
  get isTailing(): boolean {
    return this.#isOpen && this.msSinceLastRead < MAX_MS_WITHOUT_READ;
  }

  get msSinceLastRead(): number {
    return performance.now() - this.#lastReadAt;
  }

  get heldBackMs(): number {
    const [since] = this.#heldBackSince.values();
    return since === undefined ? 0 : performance.now() - since;
  }

  async start(): Promise<void> {
    await this.#begin();
    this.#lastReadAt = performance.now();
    this.#isOpen = true;
    await this.#listen();
    this.#pollTimer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
  }

  readAndNotify(): void {
    if (!this.#isOpen) return;
    void this.readNext();
    this.#notify ??= setTimeout(() => {
      this.#notify = undefined;
      this.#notifying = this.#notifyOthers();
    }, NOTIFY_PAUSE_MS);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    for (const timer of [this.#pollTimer, this.#retry, this.#notify]) clearTimeout(timer);
    await Promise.all([this.#reading, this.#notifying, this.#listening]);
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  /** Reads the events committed before this call. Calls during a read cause another. A failure is only logged. */
  async readNext(): Promise<void> {
    if (!this.#isOpen) return;
    this.#hasMore = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  #poll(): void {
    void this.readNext();
    if (!this.#listener)
      this.#listening ??= this.#listen().finally(() => {
        this.#listening = undefined;
      });
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#hasMore && this.#isOpen) {
        this.#hasMore = false;
        await this.#readBatch();
      }
    } catch (error) {
      logError(this.#log, { error, message: 'event tail: reading the outbox failed, retried' });
    }
  }

  async #readBatch(): Promise<void> {
    const read = await readEvents(this.#db.prepared, this.#position, BATCH);
    this.#lastReadAt = performance.now();
    this.#noteHeldBack(read?.heldBack ?? []);
    if (!read) {
      this.#log.warn(
        'event tail: events were pruned before they were read, or the database was replaced',
      );
      await this.#begin();
      return;
    }
    for (const event of read.events) {
      this.#position = event.id;
      this.#parts.onEvent(event);
    }
    if (read.isFull) this.#hasMore = true;
    else if (read.heldBack.length > 0) this.#scheduleRetry();
  }

  #noteHeldBack(events: LoggedEvent[]): void {
    const [now, since] = [performance.now(), this.#heldBackSince];
    this.#heldBackSince = new Map(events.map(({ id }) => [id, since.get(id) ?? now]));
    this.#heldBackReads = events.length > 0 ? this.#heldBackReads + 1 : 0;
  }

  async #begin(): Promise<void> {
    const newest = await readNewest(this.#db.query, this.#parts.depth);
    this.#position = newest.at(-1)?.id ?? ORIGIN;
    this.#parts.onBegin(newest);
  }

  #scheduleRetry(): void {
    const delayMs = HELD_BACK_RETRY_MS * 2 ** Math.min(this.#heldBackReads - 1, 10);
    this.#retry ??= setTimeout(
      () => {
        this.#retry = undefined;
        void this.readNext();
      },
      Math.min(delayMs, MAX_HELD_BACK_RETRY_MS),
    );
  }

  async #notifyOthers(): Promise<void> {
    await this.#db
      .query('SELECT pg_notify($1, $2)', [CHANNEL, this.#serverId])
      .catch((error: unknown) => {
        logError(this.#log, { error, message: 'event tail: other servers could not be notified' });
      });
  }

  async #listen(): Promise<void> {
    try {
      const client = await this.#db.background.pool.connect();
      this.#listener = client;
      client.on('notification', ({ payload }) => {
        if (payload !== this.#serverId) void this.readNext();
      });
      client.on('error', (error) => this.#stopListening(client, error));
      await client.query(`LISTEN ${CHANNEL}`).catch((error: Error) => {
        this.#stopListening(client, error);
      });
    } catch (error) {
      logError(this.#log, {
        error,
        message: 'event tail: LISTEN failed, retried at the next poll',
      });
    }
  }

  #stopListening(client: pg.PoolClient, error: Error): void {
    if (this.#listener !== client) return;
    this.#listener = undefined;
    client.release(true);
    logError(this.#log, { error, message: 'event tail: the LISTEN connection was lost' });
  }
}
