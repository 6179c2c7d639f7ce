const BASE_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the given attempt (from 0), in milliseconds: doubled each time up to half
 * a minute, of which a random half, so that browsers don't all return at once. `random` is in [0, 1).
 */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, BASE_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}

/** Waits, or stops waiting as soon as the browser is online again or the signal, if any, is aborted. */
export function waitToRetry(timeoutMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    window.addEventListener('online', finish);
    signal?.addEventListener('abort', finish);
    if (signal?.aborted) finish();
  });
}
