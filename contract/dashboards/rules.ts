/** The dashboard counts other work than deposits and withdrawals up to this number. */
export const MAX_COUNTED_WORK = 100;
