/** Differences below this are ignored: a `Date` header has whole seconds, and a response takes time. */
const TOLERANCE_MS = 5000;

/** The server time by `Date` headers: a wrong device clock would show a new request as "3 hours ago". */
export function createServerClock(deviceNow: () => number) {
  let aheadMs = 0;
  return {
    record(headers: Headers): void {
      const sentMs = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(sentMs)) return;
      const differenceMs = sentMs - deviceNow();
      aheadMs = Math.abs(differenceMs) < TOLERANCE_MS ? 0 : differenceMs;
    },
    /** Returns the server time, or the device time before the first response. */
    now: () => new Date(deviceNow() + aheadMs),
  };
}

export const serverClock = createServerClock(() => Date.now());

export const serverNow = serverClock.now;
