import type { DateOrder } from '../../contract/statements/rules.ts';

/** A day as `YYYY-MM-DD`, or its readings with the day or the month first. */
export type DateReading = string | Partial<Record<DateOrder, string>>;

const TIME =
  '(?:[ T,]+\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2}(?:\\.\\d+)?)?(?: ?[AP]M)?(?: ?(?:IST|GMT|UTC))?(?: ?Z| ?[+-]\\d\\d:?\\d\\d)?)?';
const YEAR_FIRST = new RegExp(`^(20\\d\\d) ?[-/.] ?(\\d{1,2}) ?[-/.] ?(\\d{1,2})${TIME}$`, 'i');
const NUMERIC = new RegExp(
  `^(\\d{1,2})(?: ?[-/.] ?| )(\\d{1,2})(?: ?[-/.] ?| )(20\\d\\d|\\d\\d)${TIME}$`,
  'i',
);
const NAMED = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ']*(20\\d\\d|\\d\\d)${TIME}$`,
  'i',
);
const NAME_FIRST = new RegExp(
  `^([a-z]{3,9})[-. ]*(\\d{1,2})(?:st|nd|rd|th)?[-, ]+(20\\d\\d|\\d\\d)${TIME}$`,
  'i',
);
const COMPACT = /^(?:(20\d\d)(\d\d)(\d\d)|(\d\d)(\d\d)(20\d\d))$/;
/** Days since 1899-12-30, as a spreadsheet stores dates, from 2000 to 2099. */
const SERIAL =
  /^(?:3652[6-9]|365[3-9]\d|36[6-9]\d\d|3[7-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3}|730[0-4]\d|73050)(?:\.\d+)?$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const FULL_MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[,. ]+/i;

/** Returns undefined if the cell is not a date. */
export function readDate(cell: string): DateReading | undefined {
  const text = cell.replace(/^'/, '').replace(WEEKDAY, '').trim();
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return toDay(yearFirst[1], yearFirst[2], yearFirst[3]);
  const named = NAMED.exec(text);
  if (named) return toDay(named[3], monthOf(named[2]), named[1]);
  const nameFirst = NAME_FIRST.exec(text);
  if (nameFirst) return toDay(nameFirst[3], monthOf(nameFirst[1]), nameFirst[2]);
  const compact = COMPACT.exec(text);
  if (compact) {
    return toDay(compact[1] ?? compact[6], compact[2] ?? compact[5], compact[3] ?? compact[4]);
  }
  if (SERIAL.test(text)) return fromSerial(Math.floor(Number(text)));
  const numeric = NUMERIC.exec(text);
  if (!numeric) return undefined;
  const dmy = toDay(numeric[3], numeric[2], numeric[1]);
  const mdy = toDay(numeric[3], numeric[1], numeric[2]);
  if (dmy === undefined && mdy === undefined) return undefined;
  return dmy === mdy && dmy !== undefined ? dmy : { ...(dmy && { dmy }), ...(mdy && { mdy }) };
}

/** Reads `05-Aug-26 (06-Aug-26)`, the booking date with the value date. */
export function readDatePair(cell: string): { date?: DateReading; value?: DateReading } {
  const [, first = cell, second] = !cell.includes('(')
    ? []
    : (/^(.*?)\s*\((.*)\)$/.exec(cell.trim()) ?? []);
  const date = readDate(first);
  const value = second === undefined ? undefined : readDate(second);
  return { ...(date && { date }), ...(value && { value }) };
}

export function dayOf(reading: DateReading, order: DateOrder): string | undefined {
  return typeof reading === 'string' ? reading : reading[order];
}

/**
 * Returns the order that the dates of a file have. `usual` decides where both are possible.
 * Returns undefined if the dates don't prove an order.
 */
export function findDateOrder(
  readings: readonly DateReading[],
  usual?: DateOrder,
): DateOrder | undefined {
  const open = readings.filter((reading) => typeof reading !== 'string');
  const fits = (order: DateOrder) => open.every((reading) => reading[order] !== undefined);
  const [dmy, mdy] = [fits('dmy'), fits('mdy')];
  if (open.length === 0) return usual ?? 'dmy';
  if (dmy !== mdy) return dmy ? 'dmy' : 'mdy';
  return usual;
}

function fromSerial(days: number): string {
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
}

function monthOf(name = ''): string {
  if (!FULL_MONTHS.test(name)) return '';
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function toDay(year = '', month = '', day = ''): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const isValid = Number(day) >= 1 && Number(day) <= daysIn(Number(full), Number(month));
  return isValid ? `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns 0 for a month that does not exist. Years are from 2000 to 2099, where every fourth is a leap year. */
function daysIn(year: number, month: number): number {
  return month === 2 && year % 4 === 0 ? 29 : (DAYS[month - 1] ?? 0);
}
