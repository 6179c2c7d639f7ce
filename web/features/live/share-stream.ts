import type { Frame } from '#contract/event-frames.ts';
import { type EventPosition, isAfter } from '#contract/event-position.ts';
import { responsePositions } from '../../lib/response-positions.ts';
import { emitLive } from './live-bus.ts';
import { holdStream } from './stream.ts';

/** What tabs tell each other: an event, or that a tab has come whose responses are as old as this. */
type Message = Frame | { arrived: EventPosition };

const RESYNC: Frame = { event: { entity: 'resync' } };

/**
 * One stream per browser: the tab that holds the lock reads it and tells the others. When that tab
 * goes, the next in line resumes after the last event that it heard itself. Ends with `signal`.
 */
export function shareStream(userId: string, signal: AbortSignal): void {
  const name = `wallet-live-${userId}`;
  const channel = new BroadcastChannel(name);
  let lastId: EventPosition | undefined;
  let isLeading = false;
  const hear = ({ event, id }: Frame) => {
    lastId = id ?? lastId;
    emitLive(event);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('event' in data) hear(data);
    // What it has not heard itself was told before it listened.
    else if (isLeading && lastId && isAfter(lastId, data.arrived)) channel.postMessage(RESYNC);
  };
  const stopListening = responsePositions.onEarlier(() => hear(RESYNC));
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
        hear(heard);
      },
    });
  };
  const arrived = responsePositions.earliest();
  if (arrived) channel.postMessage({ arrived });
  void leadInTurn(name, signal, lead);
}

/** Runs `lead` once this tab is first in line; without locks (plain http on a network) at once. */
async function leadInTurn(name: string, signal: AbortSignal, lead: () => Promise<void>) {
  if (!navigator.locks) return lead();
  try {
    await navigator.locks.request(name, { signal }, lead);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
