import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhooks/rules.ts';

/** 5 s, then four times the previous one, at most 6 hours; ends after about 26 hours. */
export const FOR_A_DAY = {
  firstMs: 5000,
  factor: 4,
  longestMs: 6 * 60 * 60_000,
  /** Random share of the delay, up or down, so that messages that failed together are not retried together. */
  jitter: 0.2,
  maxAttempts: MAX_DELIVERY_ATTEMPTS,
};
type Schedule = typeof FOR_A_DAY;

/** For a link or code, which someone waits for: the queue deletes it when it has expired. */
export const UNTIL_EXPIRED: Schedule = {
  firstMs: 5000,
  factor: 2,
  longestMs: 10 * 60_000,
  jitter: 0,
  maxAttempts: Number.POSITIVE_INFINITY,
};

/** Returns the delay after the last of these attempts; undefined if there are no more. `random` is from 0 to 1. */
export function delayAfter(
  { firstMs, factor, longestMs, jitter, maxAttempts }: Schedule,
  attempts: number,
  random: number = Math.random(),
): number | undefined {
  if (attempts >= maxAttempts) return undefined;
  const delayMs = Math.min(firstMs * factor ** (attempts - 1), longestMs);
  return Math.round(delayMs * (1 + jitter * (2 * random - 1)));
}
