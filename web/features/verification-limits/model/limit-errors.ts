import { limitErrors } from '#contract/verification-limits/rules.ts';
import { errorCode } from '#web/lib/api/errors.ts';

const codes: ReadonlySet<string | undefined> = new Set(
  Object.values(limitErrors).flatMap((ofType) => Object.values(ofType)),
);

/** Returns whether a request was refused because of a limit of the user's verification level. */
export function isLimitError(error: unknown): boolean {
  return codes.has(errorCode(error));
}
