import { ORPCError } from '@orpc/client';

const SESSION_ENDS = ['MISSING_SESSION', 'SESSION_USER_NOT_FOUND', 'ACCOUNT_INACTIVE'];

/** Checks error codes, not the status: proxies and wrong passwords also return 401. */
export function isSessionOver(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError && SESSION_ENDS.includes(error.code);
}

const REFUSALS = [401, 403, 404];

/** The session is over then too. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && REFUSALS.includes(error.status);
}
