const LONGEST_WAIT_MS = 1000;

/** Resolves when the browser is idle, after one second at most. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not support requestIdleCallback.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, LONGEST_WAIT_MS);
    else window.requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
  });
}
