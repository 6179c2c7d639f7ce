import type { DeskRequest } from '#contract/review.ts';
import type { WarningCode } from '#contract/rules.ts';

/** What to check about a request. The desk shows an own request next to its buttons instead. */
export type DeskWarning = Exclude<WarningCode, 'ownRequest'>;

/** Returns the warnings of a request, the most serious first. */
export function warningsOf({ request }: DeskRequest): DeskWarning[] {
  return request.warnings.flatMap(({ code }) => (code === 'ownRequest' ? [] : [code]));
}
