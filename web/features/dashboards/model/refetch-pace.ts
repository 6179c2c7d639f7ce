type Pace = { debounceMs: number; gapMs: number; act: () => void };

/**
 * Debounces and throttles refetches: acts after `debounceMs` without calls, and at least `gapMs` after the last
 * noted fetch. `stop` cancels pending calls. Uses the global clock and timers.
 */
export function createRefetchPace({ debounceMs, gapMs, act }: Pace) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFetchAt = Number.NEGATIVE_INFINITY;

  const actWhenDue = () => {
    const waitMs = lastFetchAt + gapMs - Date.now();
    if (waitMs > 0) {
      timer = setTimeout(actWhenDue, waitMs);
      return;
    }
    timer = undefined;
    lastFetchAt = Date.now();
    act();
  };

  return {
    ask(): void {
      clearTimeout(timer);
      timer = setTimeout(actWhenDue, debounceMs);
    },
    noteFetch(): void {
      lastFetchAt = Date.now();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}

const FIRST_RETRY_MS = 1000;
const ATTEMPTS = 3;

export function mayRetry(failures: number): boolean {
  return failures < ATTEMPTS - 1;
}

/** Returns the delay before the next attempt in milliseconds; `failures` counts from 0. */
export function retryDelayMs(failures: number): number {
  return FIRST_RETRY_MS * 2 ** failures;
}
