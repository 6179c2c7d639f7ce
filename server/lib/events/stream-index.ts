import type { Role } from '#contract/rules.ts';
import type { EventStream } from './event-stream.ts';

const MAX_STREAMS_PER_SESSION = 8;
const MAX_STREAMS_PER_USER = 20;

/** The open streams, found by whose they are. Within each group the oldest comes first. */
export class StreamIndex {
  readonly all = new Set<EventStream>();
  readonly admins = new Set<EventStream>();
  readonly #byUser = new Map<string, Set<EventStream>>();
  readonly #bySession = new Map<string, Set<EventStream>>();

  ofUser(userId: string): ReadonlySet<EventStream> {
    return this.#byUser.get(userId) ?? none;
  }

  ofSession(sessionId: string): ReadonlySet<EventStream> {
    return this.#bySession.get(sessionId) ?? none;
  }

  /** Too many of a session or a user are leftovers of lost connections: the oldest ends and goes. */
  add(stream: EventStream): void {
    this.#makeRoom(this.ofSession(stream.sessionId), MAX_STREAMS_PER_SESSION);
    this.#makeRoom(this.ofUser(stream.userId), MAX_STREAMS_PER_USER);
    this.all.add(stream);
    addTo(this.#byUser, stream.userId, stream);
    addTo(this.#bySession, stream.sessionId, stream);
    this.setRole(stream, stream.role);
  }

  remove(stream: EventStream): void {
    this.all.delete(stream);
    this.admins.delete(stream);
    removeFrom(this.#byUser, stream.userId, stream);
    removeFrom(this.#bySession, stream.sessionId, stream);
  }

  setRole(stream: EventStream, role: Role): void {
    stream.role = role;
    if (role === 'admin' && this.all.has(stream)) this.admins.add(stream);
    else this.admins.delete(stream);
  }

  #makeRoom(siblings: ReadonlySet<EventStream>, limit: number): void {
    const [oldest] = siblings;
    if (!oldest || siblings.size < limit) return;
    this.remove(oldest);
    oldest.end();
  }
}

const none: ReadonlySet<EventStream> = new Set();

function addTo(groups: Map<string, Set<EventStream>>, key: string, stream: EventStream): void {
  const group = groups.get(key) ?? new Set();
  group.add(stream);
  groups.set(key, group);
}

function removeFrom(groups: Map<string, Set<EventStream>>, key: string, stream: EventStream): void {
  const group = groups.get(key);
  group?.delete(stream);
  if (group?.size === 0) groups.delete(key);
}
