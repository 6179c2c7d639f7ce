import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { backoffMs, waitToRetry } from '#web/lib/api/backoff.ts';
import { isTransient } from '#web/lib/api/query-client.ts';

/** Timeout of one check in milliseconds; the check is then repeated. */
const CHECK_MS = 15_000;

/** Result of checking a request whose connection was lost: only the server knows whether it was received. */
export class OutcomeError extends Error {
  constructor(readonly outcome: 'notReceived' | 'cancelled' | 'unknown') {
    super(`The request is ${outcome}`);
  }
}

/**
 * Returns the request that the server received under this key. Retries until the server responds or `signal` is
 * aborted. Throws OutcomeError.
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

/** Sends one request. Throws on a timeout. */
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
