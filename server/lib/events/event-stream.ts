import { withEventMeta } from '@orpc/server';
import { isAfter } from '#contract/event-position.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Role } from '#contract/rules.ts';
import type { LoggedEvent } from './event-log.ts';

/** A reader slower than this many events behind is told to refetch everything instead. */
const MAX_WAITING = 500;

/** One open stream: what waits to be sent, and what its session may see. */
export class EventStream {
  readonly userId: string;
  readonly sessionId: string;
  role: Role;
  /** Set when a role change arrived, which is newer than what a query begun earlier answers. */
  roleIsTold = false;
  #waiting: LiveEvent[] = [];
  #wake: (() => void) | undefined;
  #ended = false;
  #sentUpTo: string;

  constructor(session: { userId: string; sessionId: string; role: Role }, position: string) {
    this.userId = session.userId;
    this.sessionId = session.sessionId;
    this.role = session.role;
    this.#sentUpTo = position;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Queues an event the session may see; others, and those it has been told already, are left out. */
  tell(event: LoggedEvent): void {
    if (this.#ended || !isAfter(event.id, this.#sentUpTo)) return;
    const shown = this.view(event);
    if (!shown) return;
    this.#sentUpTo = event.id;
    if (this.#waiting.length >= MAX_WAITING) {
      this.#waiting = [withEventMeta({ entity: 'resync' } as const, { id: event.id })];
    } else {
      this.#waiting.push(shown);
    }
    this.#wake?.();
  }

  /** Queues something that is no event of the log; it does not move the resume point. */
  announce(event: LiveEvent): void {
    if (this.#ended) return;
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Ends the stream. With a reason, that is the last thing sent, and what waited is not. */
  end(reason?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = reason === undefined ? [] : [{ entity: 'sessionEnded', reason }];
    this.#wake?.();
  }

  /** The next event to send; undefined once the stream has ended. */
  async next(): Promise<LiveEvent | undefined> {
    while (this.#waiting.length === 0) {
      if (this.#ended) return undefined;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    return this.#waiting.shift();
  }

  /** The event as this session sees it; undefined when it may not. */
  view({ id, userId, forAdmins, forEveryone, payload }: LoggedEvent): LiveEvent | undefined {
    if (payload.entity === 'sessionsEnded') return undefined;
    const isOwner = userId === this.userId;
    const isAdmin = forAdmins && this.role === 'admin';
    if (!isOwner && !isAdmin && !forEveryone) return undefined;
    const audience = isOwner && isAdmin ? 'both' : isAdmin ? 'admin' : 'owner';
    const shown: LiveEvent = payload.entity === 'transaction' ? { ...payload, audience } : payload;
    return withEventMeta(shown, { id });
  }
}
