import type { DeskRequest } from '#contract/review.ts';
import type { WarningCode } from '#contract/rules.ts';

/** A warning about a request, except `ownRequest`, which is shown next to the buttons. */
export type DeskWarning = Exclude<WarningCode, 'ownRequest'>;

/** Returns the warnings of a request, most serious first. */
export function warningsOf({ request }: DeskRequest): DeskWarning[] {
  return request.warnings.flatMap(({ code }) => (code === 'ownRequest' ? [] : [code]));
}
