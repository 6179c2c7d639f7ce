export const MAX_PENDING_REQUESTS = 50;
/** Maximum number of requests that a user makes on one Indian day, including cancelled ones. */
export const MAX_REQUESTS_PER_DAY = 100;
/** Maximum number of a user's requests that were cancelled within a day after the connection was lost. */
export const MAX_CANCELLED_REQUESTS = 200;
export const DEFAULT_PAYMENT_METHOD = 'UPI';
export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_KINDS = ['request', 'adjustment', 'closure'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** How often the receipt of one deposit can be replaced. */
export const MAX_RECEIPT_REPLACEMENTS = 5;
