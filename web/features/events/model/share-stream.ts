import type { Frame } from '#contract/events/frames.ts';
import { type EventPosition, isAfter } from '#contract/events/position.ts';
import { responsePositions } from '#web/lib/api/response-positions.ts';
import { emitLive } from './live-bus.ts';
import { holdStream } from './stream.ts';

/** Messages between tabs: an event, or a new tab with the position of its oldest response. */
type Message = Frame | { arrived: EventPosition };

const RESYNC: Frame = { event: { entity: 'resync' } };

/**
 * Shares one event stream between all tabs of a browser. The tab that holds the lock reads the stream and
 * broadcasts events. If that tab closes, the next one resumes after the last event it received. Stops when `signal`
 * is aborted.
 */
export function shareStream(userId: string, signal: AbortSignal): void {
  const name = `wallet-live-${userId}`;
  const channel = new BroadcastChannel(name);
  let lastId: EventPosition | undefined;
  let isLeading = false;
  const receive = ({ event, id }: Frame) => {
    lastId = id ?? lastId;
    emitLive(event);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('event' in data) receive(data);
    // The new tab's responses are older than the last event, so it has missed events.
    else if (isLeading && lastId && isAfter(lastId, data.arrived)) channel.postMessage(RESYNC);
  };
  const stopListening = responsePositions.onEarlier(() => receive(RESYNC));
  signal.addEventListener('abort', () => {
    channel.close();
    stopListening();
    responsePositions.reset();
  });

  const lead = () => {
    isLeading = true;
    return holdStream({
      signal,
      lastId: () => lastId ?? responsePositions.earliest(),
      onHeard: (heard) => {
        channel.postMessage(heard);
        receive(heard);
      },
    });
  };
  const arrived = responsePositions.earliest();
  if (arrived) channel.postMessage({ arrived });
  void leadInTurn(name, signal, lead);
}

/** Runs `lead` when this tab acquires the lock; immediately if locks are not available (plain http). */
async function leadInTurn(name: string, signal: AbortSignal, lead: () => Promise<void>) {
  if (!navigator.locks) return lead();
  try {
    await navigator.locks.request(name, { signal }, lead);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
