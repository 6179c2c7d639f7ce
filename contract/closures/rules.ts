export const CLOSURE_STATES = ['open', 'withdrawn', 'refused'] as const;
export type ClosureState = (typeof CLOSURE_STATES)[number];
export const MAX_CLOSURE_REASON_LENGTH = 500;
/** Most requests of a user within a day. */
export const MAX_CLOSURES_PER_DAY = 5;
