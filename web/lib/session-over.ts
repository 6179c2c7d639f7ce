import { ORPCError } from '@orpc/client';

const SESSION_ENDS = ['MISSING_SESSION', 'SESSION_USER_NOT_FOUND', 'ACCOUNT_INACTIVE'];

/**
 * Whether the server refused a call because there is no valid session behind it. By its own codes alone: a
 * proxy, or a wrong password, has 401 too.
 */
export function isSessionOver(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError && SESSION_ENDS.includes(error.code);
}

const REFUSALS = [401, 403, 404];

/** Whether the server answered a sign-out with a refusal, which is as good as a success. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && REFUSALS.includes(error.status);
}
