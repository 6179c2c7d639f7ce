import { MAX_DELIVERY_ATTEMPTS } from '#contract/rules.ts';

const FIRST_MS = 5000;
const FACTOR = 4;
const LONGEST_MS = 6 * 60 * 60_000;
/** Of the delay, up or down: what failed together does not come back together. */
const JITTER = 0.2;

/**
 * How long to wait after a failed try before the next one: 5 s, then four times as long each time, 6 hours at
 * most. Undefined when it was the last, some 26 hours after the first. `random` is from 0 to 1.
 */
export function delayAfter(attempts: number, random: number): number | undefined {
  if (attempts >= MAX_DELIVERY_ATTEMPTS) return undefined;
  const delayMs = Math.min(FIRST_MS * FACTOR ** (attempts - 1), LONGEST_MS);
  return Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
}
