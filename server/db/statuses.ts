import { REQUEST_STATES, TRANSACTION_STATUSES } from '#contract/transactions/states.ts';

type State = (typeof REQUEST_STATES)[(typeof TRANSACTION_STATUSES)[number]];

/** Returns the right side of an SQL condition on `transactions.status`. PostgreSQL reads one value as an equality. */
function anyOf(isOne: (state: State) => boolean): string {
  const names = TRANSACTION_STATUSES.filter((status) => isOne(REQUEST_STATES[status]));
  return `IN (${names.map((name) => `'${name}'`).join(', ')})`;
}

/** SQL for `WHERE status ${OPEN}`: the request waits for a decision. */
export const OPEN = anyOf(({ tab }) => tab === 'pending');
/** The ledger has the amount. */
export const POSTED = anyOf((state) => state.isPosted);
/** It ended without money. */
export const REFUSED = anyOf((state) => !state.isPosted && state.tab === 'history');
/** A withdrawal holds its amount. */
export const HELD = anyOf((state) => state.isHeld);
