const LONGEST_WAIT_MS = 1000;

/** Resolves when the browser is idle, after `timeout` milliseconds at most. */
export function untilIdle({ timeout = LONGEST_WAIT_MS } = {}): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not support requestIdleCallback.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, LONGEST_WAIT_MS);
    else window.requestIdleCallback(() => resolve(), { timeout });
  });
}
