import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../../db/database.ts';

import type { Logger } from '../runtime/log.ts';
import { logError } from '../runtime/repeated-errors.ts';
import { type LoggedEvent, ORIGIN, readEvents, readNewest } from './event-log.ts';

const CHANNEL = 'wallet_events';
const BATCH = 500;
/** Polling finds new events even if every notification was lost. */
const POLL_INTERVAL_MS = 2000;
/** After this time without a successful poll, the streams count as not up to date. */
const MAX_SILENCE_MS = 4 * POLL_INTERVAL_MS;
/** Delay before held-back events are read again; doubled on each attempt up to the maximum. */
const HELD_BACK_RETRY_MS = 2;
const MAX_HELD_BACK_RETRY_MS = 256;
/** Minimum interval between notifications to other servers. They are sent outside any transaction. */
const NOTIFY_PAUSE_MS = 30;

interface Parts {
  db: Database;
  log: Logger;
  /** How many of the newest events `onBegin` receives. */
  depth: number;
  /** Receives the newest events; those of `onEvent` follow them. Called again if events were lost. */
  onBegin: (newest: LoggedEvent[]) => void;
  onEvent: (event: LoggedEvent) => void;
}

/** Reads the outbox in commit-safe order and passes on each event exactly once. */
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
  #isNudged = false;
  #isOpen = false;
  #poll: NodeJS.Timeout | undefined;
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
  get isFollowing(): boolean {
    return this.#isOpen && this.silenceMs < MAX_SILENCE_MS;
  }

  get silenceMs(): number {
    return performance.now() - this.#lastReadAt;
  }

  /** Milliseconds for which an open transaction has held back the oldest committed event; 0 if none is held back. */
  get heldBackMs(): number {
    const [since] = this.#heldBackSince.values();
    return since === undefined ? 0 : performance.now() - since;
  }

  async start(): Promise<void> {
    await this.#begin();
    this.#lastReadAt = performance.now();
    this.#isOpen = true;
    await this.#listen();
    this.#poll = setInterval(() => this.#turn(), POLL_INTERVAL_MS);
  }

  /** Reads new events, and notifies the other servers to do the same. */
  nudge(): void {
    if (!this.#isOpen) return;
    void this.readOn();
    this.#notify ??= setTimeout(() => {
      this.#notify = undefined;
      this.#notifying = this.#tellOthers();
    }, NOTIFY_PAUSE_MS);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    for (const timer of [this.#poll, this.#retry, this.#notify]) clearTimeout(timer);
    await Promise.all([this.#reading, this.#notifying, this.#listening]);
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  /**
   * Reads the events committed before this call. Only one read runs at a time; a call during it starts another round.
   * If the read fails, the error is logged and the next call retries.
   */
  async readOn(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isNudged = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  #turn(): void {
    void this.readOn();
    if (!this.#listener)
      this.#listening ??= this.#listen().finally(() => {
        this.#listening = undefined;
      });
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isNudged && this.#isOpen) {
        this.#isNudged = false;
        await this.#readBatch();
      }
    } catch (error) {
      logError(this.#log, { error, message: 'event tail: reading the outbox failed, retried' });
    }
  }

  async #readBatch(): Promise<void> {
    const read = await readEvents(this.#db.query, this.#position, BATCH);
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
    if (read.isFull) this.#isNudged = true;
    else if (read.heldBack.length > 0) this.#readSoon();
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

  #readSoon(): void {
    const delayMs = HELD_BACK_RETRY_MS * 2 ** Math.min(this.#heldBackReads - 1, 10);
    this.#retry ??= setTimeout(
      () => {
        this.#retry = undefined;
        void this.readOn();
      },
      Math.min(delayMs, MAX_HELD_BACK_RETRY_MS),
    );
  }

  async #tellOthers(): Promise<void> {
    await this.#db
      .query('SELECT pg_notify($1, $2)', [CHANNEL, this.#serverId])
      .catch((error: unknown) => {
        logError(this.#log, { error, message: 'event tail: other servers could not be notified' });
      });
  }

  /** Listens for notifications on a dedicated connection. If it is lost, polling still works and listens again. */
  async #listen(): Promise<void> {
    try {
      const client = await this.#db.pool.connect();
      this.#listener = client;
      client.on('notification', ({ payload }) => {
        if (payload !== this.#serverId) void this.readOn();
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
