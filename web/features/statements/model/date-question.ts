import { readDay } from '#web/lib/lists/address-filters.ts';

const NUMERIC = /^\D*(\d{1,2})\D+(\d{1,2})\D+(\d{4}|\d{2})(?!\d)/;

/** Returns the two days that a date can mean, as yyyy-MM-dd: with the day first, and with the month first. */
export function readBothWays(sample: string): { dmy: string | undefined; mdy: string | undefined } {
  const [, first = '', second = '', year = ''] = NUMERIC.exec(sample) ?? [];
  const toDay = (day: string, month: string) =>
    readDay(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return { dmy: toDay(first, second), mdy: toDay(second, first) };
}
