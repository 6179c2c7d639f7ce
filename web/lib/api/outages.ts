import { ORPCError } from '@orpc/client';
import { errorTable } from '#contract/shared/errors.ts';

/** Statuses of proxies while their server is unreachable (RFC 9110). */
const GATEWAY_FAILURES = [502, 503, 504];

export function isOutage(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'UNAVAILABLE';
}

const REQUEST_TIMEOUT = 408;

/** Returns whether a retry can succeed: after a lost or slow connection or a server error, not after a refusal. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ORPCError) || error.status >= 500 || error.status === REQUEST_TIMEOUT;
}

/** A proxy's response is not in the contract's format. */
export function throwIfGatewayFailed(answer: Response): void {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (isJson || !GATEWAY_FAILURES.includes(answer.status)) return;
  throw new ORPCError('UNAVAILABLE', errorTable.UNAVAILABLE);
}
