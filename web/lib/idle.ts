const LONGEST_WAIT_MS = 1000;

/** Resolves once this tab has nothing better to do, or a second has gone. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, LONGEST_WAIT_MS);
    else window.requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
  });
}
