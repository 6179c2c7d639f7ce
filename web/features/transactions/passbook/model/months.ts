import { monthNumber } from '#web/lib/i18n/time.ts';

const SHOWN = 6;

/** Returns the latest months, newest first: their first and last days as yyyy-MM-dd, in Indian time. */
export function listMonths(now: Date): { from: string; to: string }[] {
  const latest = monthNumber(now);
  return Array.from({ length: SHOWN }, (_, back) => {
    const [year, month] = [Math.floor((latest - back) / 12), (latest - back) % 12];
    // Day 0 of the next month is the last day of this one.
    return {
      from: toDay(new Date(Date.UTC(year, month, 1))),
      to: toDay(new Date(Date.UTC(year, month + 1, 0))),
    };
  });
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
