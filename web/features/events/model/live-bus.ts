import type { LiveEvent } from '#contract/events/schema.ts';
import { createEmitter } from '#web/lib/page/store.ts';

/** Emits the live events that this tab receives. */
export const { listen: listenLive, emit: emitLive } = createEmitter<[LiveEvent]>();
