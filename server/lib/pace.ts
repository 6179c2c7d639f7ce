import { setTimeout as sleep } from 'node:timers/promises';

interface Options {
  perSecond: number;
  /** How many may go at once after a pause. */
  burst: number;
  /** Whoever would have to wait longer is refused. */
  maxWaitMs: number;
}

/**
 * Spreads calls over time (the generic cell rate algorithm). Answers a function that waits for the
 * caller's turn and answers true, or false at once when the turn is too far away.
 */
export function createPace({ perSecond, burst, maxWaitMs }: Options): () => Promise<boolean> {
  const intervalMs = 1000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const turn = Math.max(nextAt, now);
    const waitMs = turn - now - (burst - 1) * intervalMs;
    if (waitMs > maxWaitMs) return false;
    nextAt = turn + intervalMs;
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
    return true;
  };
}
