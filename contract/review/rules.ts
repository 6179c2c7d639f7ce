/** In one transaction, and on one screen. */
export const MAX_DECISIONS_AT_ONCE = 500;
/** A list of more than MAX_DECISIONS_AT_ONCE is decided in parts. */
export const MAX_DECISIONS_IN_A_CALL = 10_000;
/** Each request names at most five. */
export const MAX_CONFIRMED_DUPLICATES = 5 * MAX_DECISIONS_AT_ONCE;

/** Longest reason why a payment is a different one. */
export const MAX_DIFFERENT_REASON = 200;

export const REASON_KINDS = ['rejection', 'adjustment'] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];
/** Highest number of canned reasons of one kind. */
export const MAX_CANNED_REASONS = 30;
export const MAX_REASON_LENGTH = 200;
