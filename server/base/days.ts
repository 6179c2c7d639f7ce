/** The UTC offset of Asia/Kolkata, which has no daylight saving. */
const OFFSET_MS = (5 * 60 + 30) * 60_000;

export function toIndianDay(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** Returns the time of day in India, in minutes since midnight. */
export function minutesOfIndianDay(at: Date): number {
  return Math.floor((at.getTime() + OFFSET_MS) / 60_000) % (24 * 60);
}

export interface Period {
  from: Date;
  /** Exclusive. */
  until: Date;
}

/** Returns the Indian day and calendar month that contain a moment. */
export function indianPeriodsOf(at: Date): { day: Period; month: Period } {
  const [year = 0, month = 1, day = 1] = toIndianDay(at).split('-').map(Number);
  const startOf = (monthIndex: number, date: number) =>
    new Date(Date.UTC(year, monthIndex, date) - OFFSET_MS);
  return {
    day: { from: startOf(month - 1, day), until: startOf(month - 1, day + 1) },
    month: { from: startOf(month - 1, 1), until: startOf(month, 1) },
  };
}

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
