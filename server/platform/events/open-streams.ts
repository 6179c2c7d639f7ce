import type { Rights } from '#contract/shared/permissions.ts';
import type { EventStream } from './event-stream.ts';

const MAX_STREAMS_PER_SESSION = 8;
const MAX_STREAMS_PER_USER = 20;

export class StreamIndex {
  readonly all = new Set<EventStream>();
  readonly admins = new Set<EventStream>();
  readonly #byUser = new Map<string, Set<EventStream>>();

  ofUser(userId: string): ReadonlySet<EventStream> {
    return this.#byUser.get(userId) ?? none;
  }

  /** Adds a stream. Above the limits per session and user the oldest stream ends: it is likely a lost connection. */
  add(stream: EventStream): void {
    const { userId, sessionId } = stream;
    const ofSession = [...this.ofUser(userId)].filter((one) => one.sessionId === sessionId);
    this.#makeRoom(ofSession, MAX_STREAMS_PER_SESSION);
    this.#makeRoom([...this.ofUser(userId)], MAX_STREAMS_PER_USER);
    this.all.add(stream);
    const own = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, own.add(stream));
    this.setRights(stream, stream);
  }

  remove(stream: EventStream): void {
    this.all.delete(stream);
    this.admins.delete(stream);
    const own = this.#byUser.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) this.#byUser.delete(stream.userId);
  }

  setRights(stream: EventStream, { role, adminRole }: Rights): void {
    stream.role = role;
    stream.adminRole = adminRole;
    if (role === 'admin' && this.all.has(stream)) this.admins.add(stream);
    else this.admins.delete(stream);
  }

  #makeRoom(siblings: EventStream[], limit: number): void {
    const [oldest] = siblings;
    if (!oldest || siblings.length < limit) return;
    this.remove(oldest);
    oldest.end();
  }
}

const none: ReadonlySet<EventStream> = new Set();

/** After writing to many streams for some time, the writer pauses this many times as long. */
const REST_RATIO = 9;
const LONGEST_REST_MS = 1000;
/** How long writing may block other work at a time. */
const SLICE_MS = 4;

/** Events of a stream's own user are sent immediately, broadcast events in at most a tenth of the server's time. */
export class StreamWriter {
  readonly #own = new Set<EventStream>();
  #shared = new Set<ReadonlySet<EventStream>>();
  #ownTurn: NodeJS.Immediate | undefined;
  #sharedTurn: NodeJS.Timeout | undefined;
  #isWriting = false;
  #isClosed = false;
  #restsUntil = 0;

  writeSoon(stream: EventStream): void {
    if (this.#isClosed) return;
    this.#own.add(stream);
    this.#ownTurn ??= setImmediate(() => {
      this.#ownTurn = undefined;
      for (const one of this.#own) one.flush();
      this.#own.clear();
    });
  }

  writePaced(streams: ReadonlySet<EventStream>): void {
    if (this.#isClosed) return;
    this.#shared.add(streams);
    if (this.#isWriting || this.#sharedTurn) return;
    const restMs = Math.max(0, this.#restsUntil - performance.now());
    this.#sharedTurn = setTimeout(() => this.#begin(), restMs);
  }

  close(): void {
    this.#isClosed = true;
    clearImmediate(this.#ownTurn);
    clearTimeout(this.#sharedTurn);
  }

  #begin(): void {
    this.#sharedTurn = undefined;
    this.#isWriting = true;
    const groups = this.#shared;
    this.#shared = new Set();
    this.#writeSlice(eachOf(groups), 0);
  }

  #writeSlice(streams: Iterator<EventStream>, spentMs: number): void {
    const startedAt = performance.now();
    for (let one = streams.next(); !one.done; one = streams.next()) {
      one.value.flush();
      const sliceMs = performance.now() - startedAt;
      if (sliceMs > SLICE_MS) {
        setImmediate(() => this.#writeSlice(streams, spentMs + sliceMs));
        return;
      }
    }
    this.#rest(spentMs + performance.now() - startedAt);
  }

  #rest(spentMs: number): void {
    this.#isWriting = false;
    this.#restsUntil = performance.now() + Math.min(LONGEST_REST_MS, spentMs * REST_RATIO);
    const [next] = this.#shared;
    if (next) this.writePaced(next);
  }
}

function* eachOf(groups: Set<ReadonlySet<EventStream>>): Generator<EventStream> {
  for (const streams of groups) yield* streams;
}
