import { normalizeIP } from '@fastify/rate-limit';
import { appError } from '../../base/errors.ts';

/** Calls to the provider that run at the same time in this process, and those that one network may begin. */
const MAX_EXCHANGES = 8;
const MAX_OF_NETWORK = 3;

const running = new Map<string, number>();

/**
 * Runs a call to the provider that a request without a session begins, which may take some seconds. Throws RATE_LIMITED
 * beyond the limits, so that a slow provider does not collect open requests.
 */
export async function admitExchange<Result>(
  ip: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const network = normalizeIP(ip);
  const ofNetwork = running.get(network) ?? 0;
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  if (ofNetwork >= MAX_OF_NETWORK || all >= MAX_EXCHANGES) throw appError('RATE_LIMITED');
  running.set(network, ofNetwork + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(network) ?? 1) - 1;
    if (left === 0) running.delete(network);
    else running.set(network, left);
  }
}
