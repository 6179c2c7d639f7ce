import type { ServerResponse } from 'node:http';
import { writeFrame } from '#contract/events/frames.ts';
import type { EventPosition } from '#contract/events/position.ts';
import type { Role } from '#contract/shared/enums.ts';
import type { AdminRole, Rights } from '#contract/shared/permissions.ts';
import type { Viewer } from './recent-events.ts';

interface Place {
  readonly id: EventPosition | undefined;
  readonly bytesBefore: number;
  next: { frame: Buffer; place: Place } | undefined;
  read: { until: Place; bytes: Buffer } | undefined;
}

/** Frames that many streams carry: one `add` each, and streams at the same position share the bytes. */
export class Broadcast {
  #end = placeAfter(undefined, 0);

  add(frame: Buffer, id: EventPosition): void {
    const place = placeAfter(id, this.#end.bytesBefore + frame.byteLength);
    this.#end.next = { frame, place };
    this.#end = place;
  }

  get end(): Place {
    return this.#end;
  }
}

/** Reads frames added after it was created. Each stream has one, which keeps only two references. */
export class BroadcastReader {
  readonly #broadcast: Broadcast;
  #at: Place;

  constructor(broadcast: Broadcast) {
    this.#broadcast = broadcast;
    this.#at = broadcast.end;
  }

  read(): Buffer {
    const bytes = readBetween(this.#at, this.#broadcast.end);
    this.#at = this.#broadcast.end;
    return bytes;
  }

  skip(): EventPosition | undefined {
    this.#at = this.#broadcast.end;
    return this.#at.id;
  }

  waiting(): number {
    return this.#broadcast.end.bytesBefore - this.#at.bytesBefore;
  }
}

function placeAfter(id: EventPosition | undefined, bytesBefore: number): Place {
  return { id, bytesBefore, next: undefined, read: undefined };
}

function readBetween(from: Place, until: Place): Buffer {
  if (from.read?.until !== until) {
    const frames: Buffer[] = [];
    for (let { next } = from; next; { next } = next.place) frames.push(next.frame);
    from.read = { until, bytes: Buffer.concat(frames) };
  }
  return from.read.bytes;
}

export type Sink = Pick<
  ServerResponse,
  'write' | 'end' | 'destroy' | 'setTimeout' | 'writableLength' | 'socket'
>;

/** A client with more unsent bytes than this gets `resync` instead of its events. */
const MAX_WAITING_BYTES = 16 * 1024;
/** How many consecutive ticks may find the client stuck before its connection is closed. */
const MAX_STUCK_TICKS = 30;
/** How long the final event may take to be sent. */
const CLOSE_TIMEOUT_MS = 10_000;
const HEARTBEAT = Buffer.from(':\n\n');

export class EventStream implements Viewer {
  readonly userId: string;
  readonly sessionId: string;
  readonly number: number;
  role: Role;
  adminRole: AdminRole;
  /** Set when a role change arrived. That role is newer than the result of a query that started earlier. */
  hasNewRole = false;
  #shared: BroadcastReader;
  #own: Buffer[] = [];
  #ownBytes = 0;
  #sink: Sink | undefined;
  #hasEnded = false;
  #finalFrame: string | undefined;
  #stuckTicks = 0;
  #isOwed = false;

  constructor(
    session: { userId: string; sessionId: string } & Rights,
    { number, broadcast }: { number: number; broadcast: Broadcast },
  ) {
    this.number = number;
    this.userId = session.userId;
    this.sessionId = session.sessionId;
    this.role = session.role;
    this.adminRole = session.adminRole;
    this.#shared = new BroadcastReader(broadcast);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Starts to send. If the stream has ended in the meantime, sends the reason and closes. */
  begin(sink: Sink, first: Buffer): void {
    this.#sink = sink;
    this.#shared.skip();
    if (this.#hasEnded) this.#close();
    else sink.write(first);
  }

  follow(broadcast: Broadcast): void {
    this.#takeShared();
    this.#shared = new BroadcastReader(broadcast);
  }

  queue(frame: Buffer, id?: EventPosition): void {
    this.#takeShared();
    this.#push(frame);
    if (this.#isTooFarBehind()) this.resync(id);
  }

  skipShared(): void {
    this.#shared.skip();
  }

  resync(id: EventPosition | undefined): void {
    this.#shared.skip();
    this.#clear();
    this.#push(Buffer.from(writeFrame({ event: { entity: 'resync' }, id })));
  }

  flush(): void {
    if (this.#hasEnded || !this.#sink) return;
    if (this.#isTooFarBehind()) this.resync(this.#shared.skip());
    this.#isOwed = this.#sink.writableLength > 0;
    if (this.#isOwed || this.#waitingBytes() === 0) return;
    const shared = this.#shared.read();
    // Without cork, the response writes to the socket at the end of the event-loop turn, outside the measured time.
    this.#sink.socket?.cork();
    this.#sink.write(this.#ownBytes === 0 ? shared : Buffer.concat([...this.#own, shared]));
    this.#sink.socket?.uncork();
    this.#clear();
  }

  /** Must be called every second. Sends to slow clients that have room again, and closes stuck connections. */
  tick({ isHeartbeatDue }: { isHeartbeatDue: boolean }): void {
    if (this.#hasEnded || !this.#sink) return;
    const isStuck = this.#sink.writableLength > 0;
    this.#stuckTicks = isStuck ? this.#stuckTicks + 1 : 0;
    if (this.#stuckTicks > MAX_STUCK_TICKS) {
      this.#hasEnded = true;
      this.#sink.destroy();
    } else if (isHeartbeatDue && !isStuck && this.#waitingBytes() === 0) {
      this.#sink.write(HEARTBEAT);
    } else if (this.#isOwed) this.flush();
  }

  end(reason?: string): void {
    if (this.#hasEnded) return;
    if (reason === undefined) this.flush();
    else this.#finalFrame = writeFrame({ event: { entity: 'sessionEnded', reason } });
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
    sink?.end(this.#finalFrame);
  }
}
