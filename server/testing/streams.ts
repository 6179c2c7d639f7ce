import { EVENTS_PATH, type Frame, readFrames } from '#contract/events/frames.ts';
import type { LiveEvent } from '#contract/events/schema.ts';
import type { SignedIn } from './harness.ts';

/** An open event stream of a test: the received events, and the id to resume from. */
export interface TestStream {
  /** Reads until a matching event and returns it. Throws if the stream ends first. */
  until(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  rest(): Promise<LiveEvent[]>;
  readonly seen: LiveEvent[];
  readonly lastEventId: string | undefined;
  close(): Promise<void>;
}

export async function openStream(
  person: Pick<SignedIn, 'baseUrl' | 'cookie'>,
  lastEventId?: string,
): Promise<TestStream> {
  const controller = new AbortController();
  const frames = await requestFrames(person, { lastEventId, signal: controller.signal });
  const seen: LiveEvent[] = [];
  let last = lastEventId;
  const next = async () => {
    const { value } = await frames.next();
    if (!value) return undefined;
    last = value.id ?? last;
    seen.push(value.event);
    return value.event;
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
      await frames.return().catch(() => undefined);
    },
  };
  await stream.until((event) => event.entity === 'ready');
  return stream;
}

/** Requests a stream. Resolves once the response has started. */
export async function requestFrames(
  { baseUrl, cookie }: Pick<SignedIn, 'baseUrl' | 'cookie'>,
  { lastEventId, signal }: { lastEventId?: string; signal?: AbortSignal } = {},
): Promise<AsyncGenerator<Frame, void, void>> {
  const headers = {
    cookie,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await fetch(`${baseUrl}${EVENTS_PATH}`, { headers, signal });
  if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`);
  return readFrames(response.body);
}
