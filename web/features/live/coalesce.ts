/**
 * Makes one act of many calls: the first call of a key starts its delay, and those that come before
 * it has passed add nothing. A steady flow of calls can't put the act off for ever.
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
    /** Forgets everything that has not run yet. */
    cancel(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
