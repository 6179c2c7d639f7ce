import type { ServerResponse } from 'node:http';
import { writeFrame } from '#contract/event-frames.ts';
import type { EventPosition } from '#contract/event-position.ts';
import type { Role } from '#contract/rules.ts';
import { type Broadcast, BroadcastReader } from './broadcast.ts';
import type { Viewer } from './prepared-event.ts';

/** Where a stream is written to; `writableLength` is what the reader has not taken yet, in bytes. */
export type Sink = Pick<
  ServerResponse,
  'write' | 'end' | 'destroy' | 'setTimeout' | 'writableLength' | 'socket'
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
  #shared: BroadcastReader;
  #own: Buffer[] = [];
  #ownBytes = 0;
  #sink: Sink | undefined;
  #hasEnded = false;
  #lastWords: string | undefined;
  #stuckBeats = 0;
  /** It could not be written to when it was its turn. */
  #isOwed = false;

  constructor(
    session: { userId: string; sessionId: string; role: Role },
    { number, broadcast }: { number: number; broadcast: Broadcast },
  ) {
    this.number = number;
    this.userId = session.userId;
    this.sessionId = session.sessionId;
    this.role = session.role;
    this.#shared = new BroadcastReader(broadcast);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** From here on what comes is sent. A stream that has ended meanwhile says why and closes. */
  begin(sink: Sink, first: Buffer): void {
    this.#sink = sink;
    this.#shared.skip();
    if (this.#hasEnded) this.#close();
    else sink.write(first);
  }

  /** Hears another broadcast from now on. */
  follow(broadcast: Broadcast): void {
    this.#takeShared();
    this.#shared = new BroadcastReader(broadcast);
  }

  /** Queues a frame of its own, after all that was broadcast before; it leaves with the next `flush`. */
  queue(frame: Buffer, id?: EventPosition): void {
    this.#takeShared();
    this.#push(frame);
    if (this.#isTooFarBehind()) this.resync(id);
  }

  /** What was last broadcast is not for this stream: it had a frame of its own for it. */
  skipShared(): void {
    this.#shared.skip();
  }

  /** Queues that everything is to be fetched anew, in place of what waits. */
  resync(id: EventPosition | undefined): void {
    this.#shared.skip();
    this.#clear();
    this.#push(Buffer.from(writeFrame({ event: { entity: 'resync' }, id })));
  }

  /** Sends what waits, unless the reader has not taken what was sent before. */
  flush(): void {
    if (this.#hasEnded || !this.#sink) return;
    if (this.#isTooFarBehind()) this.resync(this.#shared.skip());
    this.#isOwed = this.#sink.writableLength > 0;
    if (this.#isOwed || this.#waitingBytes() === 0) return;
    const shared = this.#shared.read();
    // A response hands its bytes to the system at the end of the turn, where no one sees what that takes.
    this.#sink.socket?.cork();
    this.#sink.write(this.#ownBytes === 0 ? shared : Buffer.concat([...this.#own, shared]));
    this.#sink.socket?.uncork();
    this.#clear();
  }

  /** To be called every second: sends what a slow reader has room for now, lets a stuck one go. */
  beat({ isHeard }: { isHeard: boolean }): void {
    if (this.#hasEnded || !this.#sink) return;
    const isStuck = this.#sink.writableLength > 0;
    this.#stuckBeats = isStuck ? this.#stuckBeats + 1 : 0;
    if (this.#stuckBeats > MAX_STUCK_BEATS) {
      this.#hasEnded = true;
      this.#sink.destroy();
    } else if (isHeard && !isStuck && this.#waitingBytes() === 0) {
      this.#sink.write(HEARTBEAT);
    } else if (this.#isOwed) this.flush();
  }

  /** Ends the stream. With a reason, that is the last thing sent, and what waited is not. */
  end(reason?: string): void {
    if (this.#hasEnded) return;
    if (reason === undefined) this.flush();
    else this.#lastWords = writeFrame({ event: { entity: 'sessionEnded', reason } });
    this.#hasEnded = true;
    this.#close();
  }

  #takeShared(): void {
    if (this.#shared.waiting() > 0) this.#push(this.#shared.read());
  }

  #push(frame: Buffer): void {
    if (this.#hasEnded || !this.#sink) return;
    this.#own.push(frame);
    this.#ownBytes += frame.byteLength;
  }

  #clear(): void {
    this.#own = [];
    this.#ownBytes = 0;
  }

  #waitingBytes(): number {
    return this.#ownBytes + this.#shared.waiting();
  }

  #isTooFarBehind(): boolean {
    return this.#waitingBytes() > MAX_WAITING_BYTES && (this.#sink?.writableLength ?? 0) > 0;
  }

  #close(): void {
    this.#clear();
    const sink = this.#sink;
    sink?.setTimeout(CLOSE_TIMEOUT_MS, () => sink.destroy());
    sink?.end(this.#lastWords);
  }
}
