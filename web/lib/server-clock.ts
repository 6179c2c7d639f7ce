/** A `Date` header counts whole seconds, and a response takes a while: less than this is no difference of clocks. */
const TOLERANCE_MS = 5000;

/**
 * Follows the server's clock by the `Date` header of its responses: a device whose clock is wrong by hours would
 * call a new request "3 hours ago".
 */
export function createServerClock(deviceNow: () => number) {
  let aheadMs = 0;
  return {
    /** Records the time in the headers of a response that has just arrived. */
    record(headers: Headers): void {
      const sentMs = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(sentMs)) return;
      const differenceMs = sentMs - deviceNow();
      aheadMs = Math.abs(differenceMs) < TOLERANCE_MS ? 0 : differenceMs;
    },
    /** The time of the server's clock; the device's own until a response has arrived. */
    now: () => new Date(deviceNow() + aheadMs),
  };
}

/** The server's clock as this tab knows it. */
export const serverClock = createServerClock(() => Date.now());

/** The time of the server's clock. */
export const serverNow = serverClock.now;
