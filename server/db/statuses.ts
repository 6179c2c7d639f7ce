import {
  isDecidable,
  isPosted,
  isRefused,
  REQUEST_STATES,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '#contract/transactions/states.ts';

/** Returns the right side of an SQL condition on `transactions.status`. PostgreSQL reads one value as an equality. */
function anyOf(isOne: (row: { status: TransactionStatus }) => boolean): string {
  const names = TRANSACTION_STATUSES.filter((status) => isOne({ status }));
  return `IN (${names.map((name) => `'${name}'`).join(', ')})`;
}

/** SQL for `WHERE status ${OPEN}`: the request waits for a decision. */
export const OPEN = anyOf(isDecidable);
/** The ledger has the amount. */
export const POSTED = anyOf(isPosted);
/** It ended without money. */
export const REFUSED = anyOf(isRefused);
/** A withdrawal holds its amount. */
export const HELD = anyOf(({ status }) => REQUEST_STATES[status].isHeld);
