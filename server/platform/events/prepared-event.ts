import { writeFrame } from '#contract/events/frames.ts';
import type { EventPosition } from '#contract/events/position.ts';
import type { LiveEvent } from '#contract/events/schema.ts';
import type { Role } from '#contract/shared/rules.ts';
import type { LoggedEvent } from './event-log.ts';

export interface Viewer {
  userId: string;
  role: Role;
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
    return this.#frame(audience, { ...payload, audience });
  }

  #audienceOf({ userId, role }: Viewer): Audience | undefined {
    const isOwner = this.#logged.userId === userId;
    const isAdmin = this.#logged.forAdmins && role === 'admin';
    if (isOwner && isAdmin) return 'both';
    if (isOwner) return 'owner';
    if (isAdmin) return 'admin';
    return this.#logged.forEveryone ? 'everyone' : undefined;
  }

  #frame(audience: Audience, event: LiveEvent): Buffer {
    const known = this.#frames.get(audience);
    if (known) return known;
    const frame = Buffer.from(writeFrame({ event, id: this.id }));
    this.#frames.set(audience, frame);
    return frame;
  }
}
