/** The UTC offset of Asia/Kolkata, which has no daylight saving. */
const OFFSET_MS = (5 * 60 + 30) * 60_000;

/** Returns the calendar day of a moment in Asia/Kolkata, as yyyy-MM-dd. */
export function toIndianDay(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/**
 * Returns the moments that bound a range of days in Asia/Kolkata: midnight of the first day (inclusive) and midnight
 * after the last day (exclusive). A missing day becomes an infinity, which PostgreSQL parses.
 */
export function toMoments({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: string;
  until: string;
} {
  return {
    from: from === undefined ? '-infinity' : midnight(from),
    until: to === undefined ? 'infinity' : midnight(to, 1),
  };
}

function midnight(day: string, plusDays = 0): string {
  // No row is older than 1970, and PostgreSQL does not accept the year 0.
  if (day < '1970-01-01') return '-infinity';
  const moment = new Date(`${day}T00:00:00+05:30`);
  moment.setUTCDate(moment.getUTCDate() + plusDays);
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999
    ? 'infinity'
    : moment.toISOString();
}
