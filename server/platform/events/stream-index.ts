import type { Role } from '#contract/shared/rules.ts';
import type { EventStream } from './event-stream.ts';

const MAX_STREAMS_PER_SESSION = 8;
const MAX_STREAMS_PER_USER = 20;

/** The open streams, indexed by user and role. Within each group the oldest is first. */
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
    this.setRole(stream, stream.role);
  }

  remove(stream: EventStream): void {
    this.all.delete(stream);
    this.admins.delete(stream);
    const own = this.#byUser.get(stream.userId);
    own?.delete(stream);
    if (own?.size === 0) this.#byUser.delete(stream.userId);
  }

  setRole(stream: EventStream, role: Role): void {
    stream.role = role;
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
