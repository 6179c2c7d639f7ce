import { getEventMeta } from '@orpc/client';
import type { LiveEvent } from '#contract/events.ts';
import { api } from '../../lib/api.ts';
import { backoffMs, waitToRetry } from '../../lib/backoff.ts';
import { isSessionOver } from '../../lib/session-over.ts';

export type Heard = { event: LiveEvent; id?: string };

type StreamOptions = {
  signal: AbortSignal;
  /** After which event to listen: the last that this browser heard, or one before all it was answered. */
  lastId: () => string | undefined;
  onHeard: (heard: Heard) => void;
};

/** Holds the event stream until `signal` is aborted or the session is over, reconnecting as needed. */
export async function holdStream(options: StreamOptions): Promise<void> {
  for (let attempt = 0; !options.signal.aborted; attempt += 1) {
    try {
      await readStream(options, () => {
        attempt = 0;
      });
    } catch (error) {
      if (isSessionOver(error)) return;
      // Anything else is a lost connection: wait and resume.
    }
    await waitToRetry(backoffMs(attempt, Math.random()), options.signal);
  }
}

async function readStream({ signal, lastId, onHeard }: StreamOptions, onOpen: () => void) {
  const resumeFrom = lastId();
  const events = await api.events.subscribe(undefined, { signal, lastEventId: resumeFrom });
  for await (const event of events) {
    if (signal.aborted) return;
    onOpen();
    // A plain copy: the client hands out proxies, which can't be sent to the other tabs.
    onHeard({ event: { ...event }, id: getEventMeta(event)?.id });
    // Without a point to resume from, what changed between the first fetches and now went unheard.
    if (event.entity === 'ready' && !resumeFrom) onHeard({ event: { entity: 'resync' } });
  }
}
