import type { LiveEvent } from '#contract/events.ts';
import { createEmitter } from '../../lib/store.ts';

/** Emits the live events that this tab receives. */
export const { listen: listenLive, emit: emitLive } = createEmitter<[LiveEvent]>();
