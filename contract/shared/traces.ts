/** Milliseconds from a click to the request that it causes, sent with a `traceparent` if traces are on. */
export const CLICK_DELAY_HEADER = 'wallet-click-delay';
export const MAX_CLICK_DELAY_MS = 60_000;
