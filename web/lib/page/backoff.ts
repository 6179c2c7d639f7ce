const BASE_MS = 500;
const LONGEST_MS = 30_000;

/** Doubles up to 30 s; half of it is jitter, so that browsers do not retry simultaneously. `random` is in [0, 1). */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, BASE_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}

/** Resolves after the timeout, or earlier if the browser goes online or `signal` is aborted. */
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
