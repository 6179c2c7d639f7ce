import type { OwnTransaction } from '#contract/transactions.ts';
import { api } from '../../lib/api.ts';
import { backoffMs, waitToRetry } from '../../lib/backoff.ts';
import { isTransient } from '../../lib/query-client.ts';

/** A check without a response for so long is made again. */
const CHECK_MS = 15_000;

/** Whether a request whose connection was cut was received: it is known only once the server has said so. */
export class OutcomeError extends Error {
  constructor(readonly outcome: 'notReceived' | 'cancelled' | 'unknown') {
    super(`The request is ${outcome}`);
  }
}

/**
 * Returns the request that the server received under this key. Tries until the server responds, or until `signal`
 * is aborted. Throws OutcomeError.
 */
export async function findReceived(
  requestKey: string,
  signal: AbortSignal,
): Promise<OwnTransaction> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const request = await lookUp(requestKey, signal).catch((error: unknown) => {
      if (!isTransient(error)) throw error;
    });
    if (request) return request;
    if (request === null) throw new OutcomeError('notReceived');
    await waitToRetry(backoffMs(attempt, Math.random()), signal);
  }
  throw new OutcomeError('unknown');
}

/** Calls the server once. Throws when there is no response in time. */
async function lookUp(requestKey: string, signal: AbortSignal): Promise<OwnTransaction | null> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, CHECK_MS);
  signal.addEventListener('abort', stop);
  try {
    const options = { signal: controller.signal };
    return (await api.transactions.byRequestKey({ requestKey }, options)).request;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
