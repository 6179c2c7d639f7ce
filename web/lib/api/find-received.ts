import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { backoffMs, waitToRetry } from '../page/backoff.ts';
import { api } from './api.ts';
import { errorCode } from './errors.ts';
import { isTransient } from './outages.ts';

const CHECK_MS = 15_000;

/** Unless the outcome is `unknown`, the server refuses the request's key from now on: it cannot arrive late. */
export class OutcomeError extends Error {
  constructor(readonly outcome: 'notReceived' | 'cancelled' | 'unknown') {
    super(`The request is ${outcome}`);
  }
}

/** Whether the request's key can no longer be used: sending the request again needs a new one. */
export function isKeyCancelled(error: unknown): boolean {
  if (error instanceof OutcomeError) return error.outcome !== 'unknown';
  return errorCode(error) === 'REQUEST_CANCELLED';
}

/** If there is none, cancels the key. Retries until the server responds. Throws OutcomeError. */
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

async function lookUp(requestKey: string, signal: AbortSignal): Promise<OwnTransaction | null> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, CHECK_MS);
  signal.addEventListener('abort', stop);
  try {
    const options = { signal: controller.signal };
    return (await api.transactions.cancelUnreceived({ requestKey }, options)).request;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
