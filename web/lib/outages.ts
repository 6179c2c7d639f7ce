import { ORPCError } from '@orpc/client';
import { errorTable } from '#contract/errors.ts';

/** What proxies say while the server behind them is away (RFC 9110). */
const GATEWAY_FAILURES = [502, 503, 504];

/** Whether the service is out of order for everyone, for a moment. */
export function isOutage(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'UNAVAILABLE';
}

/** Throws UNAVAILABLE when a proxy answered in the server's place: what it sends is not of the contract. */
export function throwIfGatewayFailed(answer: Response): void {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (isJson || !GATEWAY_FAILURES.includes(answer.status)) return;
  throw new ORPCError('UNAVAILABLE', errorTable.UNAVAILABLE);
}
