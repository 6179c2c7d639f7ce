type Pace = { debounceMs: number; gapMs: number; act: () => void };

/**
 * Paces refetches: `ask` acts once things have been quiet for `debounceMs`, and never sooner than
 * `gapMs` after the fetch noted last. `stop` forgets what was asked. Uses the clock and timers of
 * its surroundings.
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

/** Whether a fetch that has failed `failures` times is worth another attempt. */
export function mayRetry(failures: number): boolean {
  return failures < ATTEMPTS - 1;
}

/** How long to wait before the next attempt, in milliseconds; `failures` counts from 0. */
export function retryDelayMs(failures: number): number {
  return FIRST_RETRY_MS * 2 ** failures;
}
