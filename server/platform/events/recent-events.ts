import { writeFrame } from '#contract/events/frames.ts';
import type { EventPosition } from '#contract/events/position.ts';
import { eventPermissions, type LiveEvent } from '#contract/events/schema.ts';
import { can, type Rights } from '#contract/shared/permissions.ts';
import type { LoggedEvent } from './event-tail.ts';
import type { TransactionChanged } from './outbox.ts';

export interface Viewer extends Rights {
  userId: string;
}

type Audience = 'owner' | 'admin' | 'both' | 'everyone';

/** An event with its serialized frames, one per audience, shared by all streams. */
export class PreparedEvent {
  readonly id: EventPosition;
  readonly #logged: LoggedEvent;
  readonly #frames = new Map<Audience, Buffer>();

  constructor(logged: LoggedEvent) {
    this.id = logged.id;
    this.#logged = logged;
  }

  frameFor(viewer: Viewer): Buffer | undefined {
    const { payload } = this.#logged;
    const audience = this.#audienceOf(viewer);
    if (!audience || payload.entity === 'sessionsEnded') return undefined;
    if (payload.entity !== 'transaction') return this.#frame('everyone', payload);
    // A transaction event names its audience, which is only its owner and administrators.
    if (audience === 'everyone') return undefined;
    const { also: _, ...changed }: TransactionChanged = payload;
    return this.#frame(audience, { ...changed, audience }, alsoChanged(payload, audience));
  }

  #audienceOf(viewer: Viewer): Audience | undefined {
    const isOwner = this.#logged.userId === viewer.userId;
    const isAdmin = this.#logged.forAdmins && this.#isPermitted(viewer);
    if (isOwner && isAdmin) return 'both';
    if (isOwner) return 'owner';
    if (isAdmin) return 'admin';
    return this.#logged.forEveryone ? 'everyone' : undefined;
  }

  #isPermitted(viewer: Viewer): boolean {
    const { entity } = this.#logged.payload;
    if (viewer.role !== 'admin' || entity === 'sessionsEnded') return false;
    const permission = eventPermissions[entity];
    return permission === null || can(viewer, permission);
  }

  /** Events of one row are resumed together: only the last one has the position. */
  #frame(audience: Audience, event: LiveEvent, more: readonly LiveEvent[] = []): Buffer {
    const known = this.#frames.get(audience);
    if (known) return known;
    const events = [event, ...more];
    const frames = events.map((one, n) =>
      writeFrame({ event: one, ...(n === more.length && { id: this.id }) }),
    );
    const frame = Buffer.from(frames.join(''));
    this.#frames.set(audience, frame);
    return frame;
  }
}

/** Every role of administrators may read balances if it may read requests. */
function alsoChanged({ also, userId }: TransactionChanged, audience: Audience): LiveEvent[] {
  if (!also) return [];
  const { balance, notificationId: id } = also;
  const isOwner = audience === 'owner' || audience === 'both';
  return [
    ...(balance ? [{ entity: 'balance', op: 'update', userId } as const] : []),
    ...(isOwner ? [{ entity: 'notification', op: 'insert', id } as const] : []),
  ];
}

export const REMEMBERED_EVENTS = 10_000;

export class RecentEvents {
  #events: PreparedEvent[] = [];
  readonly #numbers = new Map<EventPosition, number>();
  #start: EventPosition;
  #startNumber = 0;

  constructor(start: EventPosition) {
    this.#start = start;
    this.#numbers.set(start, 0);
  }

  add(event: PreparedEvent): void {
    this.#events.push(event);
    this.#numbers.set(event.id, this.#startNumber + this.#events.length);
    // Forgets half of the events at a time: shifting the array costs its length.
    if (this.#events.length >= 2 * REMEMBERED_EVENTS) this.#forget(REMEMBERED_EVENTS);
  }

  /** Returns the events after a position; undefined if the position is unknown or no longer kept. */
  after(position: EventPosition): PreparedEvent[] | undefined {
    const number = this.#numbers.get(position);
    return number === undefined ? undefined : this.#events.slice(number - this.#startNumber);
  }

  #forget(count: number): void {
    const forgotten = this.#events.splice(0, count);
    this.#numbers.delete(this.#start);
    for (const { id } of forgotten) this.#numbers.delete(id);
    this.#start = forgotten.at(-1)?.id ?? this.#start;
    this.#startNumber += forgotten.length;
    this.#numbers.set(this.#start, this.#startNumber);
  }
}
