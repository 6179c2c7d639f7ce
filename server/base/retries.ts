import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhooks/rules.ts';

const FIRST_MS = 5000;
const FACTOR = 4;
const LONGEST_MS = 6 * 60 * 60_000;
/** Random share of the delay, up or down, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** 5 s, then four times the previous one, at most 6 hours; undefined after about 26 hours. `random` is from 0 to 1. */
export function delayAfter(attempts: number, random: number): number | undefined {
  if (attempts >= MAX_DELIVERY_ATTEMPTS) return undefined;
  const delayMs = Math.min(FIRST_MS * FACTOR ** (attempts - 1), LONGEST_MS);
  return Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
}
