import { getEventMeta } from '@orpc/client';
import type { Client } from '#contract/contract.ts';
import type { LiveEvent } from '#contract/events.ts';

/** An open stream of a test: what came, and the id to resume from. */
export interface TestStream {
  /** Waits for an event, leaving those before it behind. Throws when the stream ends first. */
  until(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Reads to the end of the stream. */
  rest(): Promise<LiveEvent[]>;
  /** All that came so far. */
  readonly seen: LiveEvent[];
  readonly lastEventId: string | undefined;
  close(): Promise<void>;
}

/** Opens a stream and waits until it is ready. */
export async function openStream(api: Client, lastEventId?: string): Promise<TestStream> {
  const controller = new AbortController();
  const { signal } = controller;
  const iterator = await api.events.subscribe(undefined, { lastEventId, signal });
  const seen: LiveEvent[] = [];
  let last = lastEventId;
  const next = async () => {
    const { done, value } = await iterator.next();
    if (done) return undefined;
    last = getEventMeta(value)?.id ?? last;
    seen.push(value);
    return value;
  };
  const stream: TestStream = {
    seen,
    get lastEventId() {
      return last;
    },
    async until(matches) {
      for (let event = await next(); event; event = await next()) {
        if (matches(event)) return event;
      }
      throw new Error('The stream ended first');
    },
    async rest() {
      const events: LiveEvent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    async close() {
      controller.abort();
      await iterator.return?.().catch(() => undefined);
    },
  };
  await stream.until((event) => event.entity === 'ready');
  return stream;
}
