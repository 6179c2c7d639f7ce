import { ORPCError } from '@orpc/client';

/** Whether the server refused a call because there is no valid session behind it. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ORPCError && error.status === 401;
}

const REFUSALS = [401, 403, 404];

/** Whether the server answered a sign-out with a refusal, which is as good as a success. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError && REFUSALS.includes(error.status);
}
