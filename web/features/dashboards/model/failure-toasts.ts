const MOST = 3;
const GAP_MS = 5000;
const RESET_MS = 10_000;

/**
 * Limits error toasts of a failing fetch: at most three per period, at least five seconds apart. Ten seconds
 * without a toast start a new period. `mayShow` counts the allowed toasts; `now` is in milliseconds.
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

/** Returns whether a fetch was aborted on purpose; not shown as an error. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}
