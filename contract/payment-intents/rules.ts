/** How long a payment that was begun keeps its reference. */
export const PAYMENT_INTENT_HOURS = 72;
/** Unused references of one user, within that time. */
export const MAX_PAYMENT_INTENTS = 100;
