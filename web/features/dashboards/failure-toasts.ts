const MOST = 3;
const GAP_MS = 5000;
const RESET_MS = 10_000;

/**
 * Keeps a failing fetch from filling the screen with toasts: at most three a period, at least five
 * seconds apart. Ten seconds without one begin a new period. `mayShow` counts what it allows; `now`
 * is in milliseconds.
 */
export function createFailureToasts() {
  let shown = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    mayShow(now: number): boolean {
      if (now - lastAt >= RESET_MS) shown = 0;
      if (shown >= MOST || now - lastAt < GAP_MS) return false;
      shown += 1;
      lastAt = now;
      return true;
    },
  };
}

/** Whether a fetch was given up on purpose, which is nothing to tell anyone. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}
