import type { ServerResponse } from 'node:http';
import { writeFrame } from '#contract/event-frames.ts';
import type { EventPosition } from '#contract/event-position.ts';
import type { Role } from '#contract/rules.ts';
import { Batch } from './batch.ts';
import type { Viewer } from './prepared-event.ts';

/** Where a stream is written to; `writableLength` is what the reader has not taken yet, in bytes. */
export type Sink = Pick<
  ServerResponse,
  'write' | 'end' | 'destroy' | 'setTimeout' | 'writableLength'
>;

/** A reader that leaves more than this waiting is told to refetch everything instead. */
const MAX_WAITING_BYTES = 16 * 1024;
/** How often `beat` may find the reader stuck before it is let go. */
const MAX_STUCK_BEATS = 30;
/** How long the last words may take to be taken. */
const CLOSE_TIMEOUT_MS = 10_000;
const HEARTBEAT = Buffer.from(':\n\n');

/** One open stream: whose it is, and what waits to be sent. */
export class EventStream implements Viewer {
  readonly userId: string;
  readonly sessionId: string;
  /** Counts the streams of a server; it spreads what is done in turns. */
  readonly number: number;
  role: Role;
  /** Set when a role change arrived, which is newer than what a query begun earlier returns. */
  roleIsTold = false;
  #sink: Sink | undefined;
  #waiting = Batch.empty;
  #hasEnded = false;
  #lastWords: string | undefined;
  #stuckBeats = 0;

  constructor(session: { userId: string; sessionId: string; role: Role }, number: number) {
    this.number = number;
    this.userId = session.userId;
    this.sessionId = session.sessionId;
    this.role = session.role;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get hasBegun(): boolean {
    return this.#sink !== undefined;
  }

  /** From here on what is queued is sent. A stream that has ended meanwhile says why and closes. */
  begin(sink: Sink, first: Buffer): void {
    this.#sink = sink;
    if (this.#hasEnded) this.#close();
    else sink.write(first);
  }

  /** Queues a frame; it leaves with the next `flush`. */
  queue(frame: Buffer, id?: EventPosition): void {
    if (this.#hasEnded || !this.#sink) return;
    this.#waiting = this.#waiting.with(frame);
    if (this.#waiting.byteLength > MAX_WAITING_BYTES && this.#sink.writableLength > 0) {
      this.resync(id);
    }
  }

  /** Queues that everything is to be fetched anew, in place of what waits. */
  resync(id: EventPosition | undefined): void {
    if (this.#hasEnded || !this.#sink) return;
    this.#waiting = Batch.empty.with(Buffer.from(writeFrame({ event: { entity: 'resync' }, id })));
  }

  /** Sends what waits, unless the reader has not taken what was sent before. */
  flush(): void {
    if (this.#hasEnded || !this.#sink || this.#sink.writableLength > 0) return;
    if (this.#waiting === Batch.empty) return;
    this.#sink.write(this.#waiting.bytes);
    this.#waiting = Batch.empty;
  }

  /** To be called every second: sends what a slow reader has room for now, lets a stuck one go. */
  beat({ isHeard }: { isHeard: boolean }): void {
    if (this.#hasEnded || !this.#sink) return;
    const isStuck = this.#sink.writableLength > 0;
    this.#stuckBeats = isStuck ? this.#stuckBeats + 1 : 0;
    if (this.#stuckBeats > MAX_STUCK_BEATS) {
      this.#hasEnded = true;
      this.#sink.destroy();
    } else if (isHeard && !isStuck && this.#waiting === Batch.empty) {
      this.#sink.write(HEARTBEAT);
    } else this.flush();
  }

  /** Ends the stream. With a reason, that is the last thing sent, and what waited is not. */
  end(reason?: string): void {
    if (this.#hasEnded) return;
    if (reason === undefined) this.flush();
    else this.#lastWords = writeFrame({ event: { entity: 'sessionEnded', reason } });
    this.#hasEnded = true;
    this.#close();
  }

  #close(): void {
    this.#waiting = Batch.empty;
    const sink = this.#sink;
    sink?.setTimeout(CLOSE_TIMEOUT_MS, () => sink.destroy());
    sink?.end(this.#lastWords);
  }
}
