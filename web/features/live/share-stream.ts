import { emitLive } from './live-bus.ts';
import { type Heard, holdStream } from './stream.ts';

/**
 * One stream per browser: the tab that holds the lock reads it and tells the others. When that tab
 * goes, the next in line resumes after the last event that it heard itself. Ends with `signal`.
 */
export function shareStream(userId: string, signal: AbortSignal): void {
  const name = `wallet-live-${userId}`;
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  let lastId: string | undefined;
  const hear = ({ event, id }: Heard) => {
    lastId = id ?? lastId;
    emitLive(event);
  };
  channel.onmessage = (message: MessageEvent<Heard>) => hear(message.data);

  const lead = () =>
    holdStream({
      signal,
      lastId: () => lastId,
      onHeard: (heard) => {
        channel.postMessage(heard);
        hear(heard);
      },
    });
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
