import type { LineFinding } from '#contract/reconciliation/rules.ts';
import { isDecidable, isPosted, isRefused } from '#contract/transactions/states.ts';
import { isOpen, type KeyedLine } from './keyed-lines.ts';

/** Returns the state of a line with the UTR or reference of requests, or undefined if it needs none. */
export function stateOf({ line, all }: KeyedLine, isMatched: boolean): LineFinding | undefined {
  const same = all.filter(({ paise }) => paise === line.paise);
  if (same.filter((row) => !isRefused(row)).length > 1) return 'two_requests';
  if (same.some(isOpen) || isMatched) return undefined;
  if (same.some(({ status, isClosed }) => isDecidable({ status }) && isClosed))
    return 'account_closed';
  if (same.some(({ status, hasMoney }) => isPosted({ status }) && !hasMoney))
    return 'already_approved';
  if (same.some(isRefused)) return 'after_rejection';
  if (same.length === 0 && all.length > 0) return 'amount_differs';
  return same.some(({ isClosed }) => isClosed) ? 'account_closed' : undefined;
}
