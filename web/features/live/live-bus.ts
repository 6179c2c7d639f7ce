import type { LiveEvent } from '#contract/events.ts';
import { createEmitter } from '../../lib/store.ts';

/** The events that this tab hears, for everything in it that listens. */
export const { listen: listenLive, emit: emitLive } = createEmitter<[LiveEvent]>();
