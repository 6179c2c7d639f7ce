/**
 * Throttles calls by key: the first call starts a delay, and further calls within the delay are dropped. Unlike a
 * debounce, continuous calls cannot postpone the run forever.
 */
export function createCoalescer() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    run(key: string, delayMs: number, act: () => void): void {
      if (timers.has(key)) return;
      const timer = setTimeout(() => {
        timers.delete(key);
        act();
      }, delayMs);
      timers.set(key, timer);
    },
    /** Drops all pending calls. */
    cancel(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
