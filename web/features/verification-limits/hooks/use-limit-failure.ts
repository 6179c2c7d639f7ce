import { limitErrors } from '#contract/verification-limits/rules.ts';
import { errorCode } from '#web/lib/api/errors.ts';
import { refetchOwnLimits } from '../queries.ts';

const codes: ReadonlySet<string | undefined> = new Set(
  Object.values(limitErrors).flatMap((ofType) => Object.values(ofType)),
);

/**
 * Returns a function for a failed request. If a limit was exceeded, it refetches the limits, so that the form names the
 * current one, and calls `onAboveLimit`.
 */
export function useLimitFailure(onAboveLimit: () => void): (error: unknown) => void {
  return (error) => {
    if (codes.has(errorCode(error))) void refetchOwnLimits().then(onAboveLimit);
  };
}
