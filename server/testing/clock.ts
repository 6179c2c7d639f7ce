import type { Clock } from '../base/clock.ts';
import { toIndianDay } from '../base/days.ts';
import type { Query } from '../db/database.ts';

const DAY_MS = 86_400_000;

/** The schema has functions with the names of PostgreSQL's clocks. `CLOCK_SETTINGS` names it before `pg_catalog`. */
const SCHEMA = 'test_clock';
/** Settings of a PostgreSQL whose databases show the clock of their test. */
export const CLOCK_SETTINGS = { search_path: `"$user", public, ${SCHEMA}, pg_catalog` };

/** Starts near the ends of days, months and years, and far from today. The nightly run uses another one each day. */
export const MOVED_STARTS = [
  ...['+1', '+8', '+40', '+400', '-3'],
  ...['12-31T23:50', '01-01T00:05', '02-29', '03-31'],
];

/**
 * The moment at which the clocks of each test file and journey start: today at 16:30 in India, so that no test crosses the end
 * of a day, month or year by chance. `TEST_NOW` moves it by days (`+40`, `-3`), or to an Indian time (`2028-02-29`,
 * `2026-12-31T23:50`; without a year, to the next such day). `nightly` chooses one of `MOVED_STARTS`.
 */
export const START = new Date(readStart(process.env.TEST_NOW ?? '+0', new Date()));
/** When the data of the template was made. */
export const WEEK_BEFORE = new Date(START.getTime() - 7 * DAY_MS);
/** The Indian day on which tests start, and the day before. */
export const TEST_DAY = toIndianDay(START);
export const DAY_BEFORE = toIndianDay(new Date(START.getTime() - DAY_MS));

/** Returns the moment that `TEST_NOW` names, in milliseconds. Throws Error if it names none. */
export function readStart(text: string, now: Date): number {
  const today = toIndianDay(now);
  if (text === 'nightly') {
    return readStart(MOVED_STARTS[dayOfYear(today) % MOVED_STARTS.length] ?? '', now);
  }
  if (text.endsWith('Z')) return Date.parse(text);
  const [day = '', time = '16:30'] = text.split('T');
  const moment = Date.parse(`${completeDay(day, today)}T${time}+05:30`);
  if (Number.isNaN(moment)) throw new Error(`TEST_NOW is no date: ${text}`);
  return moment;
}

function completeDay(day: string, today: string): string {
  if (/^[+-]\d+$/.test(day)) return addDays(today, Number(day));
  if (!/^\d\d-\d\d$/.test(day)) return day;
  const year = Number(today.slice(0, 4));
  // The leap day is at most eight years away.
  const days = Array.from({ length: 9 }, (_, years) => `${year + years}-${day}`);
  return days.find((one) => one > today && addDays(one, 0) === one) ?? day;
}

/** The 30th of February becomes a day of March. */
function addDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

const dayOfYear = (day: string) =>
  (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS;

/**
 * The one clock of a test: of its server, which reads it, and of its database, which shows it to all clients. Machines' clocks
 * date only files and external services.
 */
export class TestClock implements Clock {
  #query: Query | undefined;
  #aheadMs = START.getTime() - Date.now();
  #stoppedAt: Date | undefined;

  now(): Date {
    return this.#stoppedAt ?? new Date(Date.now() + this.#aheadMs);
  }

  /** Shows this clock to the clients of a database, of PostgreSQL with `CLOCK_SETTINGS`. */
  async attach(query: Query): Promise<void> {
    this.#query = query;
    await this.startAt(this.now());
  }

  /** Sets the clock. Time continues from there. */
  async startAt(moment: Date): Promise<void> {
    await this.#query?.(startDatabaseClock(moment));
    const [shown] = (await this.#query?.<{ now: Date }>('SELECT clock_timestamp() AS now')) ?? [];
    this.#stoppedAt = undefined;
    this.#aheadMs = (shown?.now ?? moment).getTime() - Date.now();
  }

  /** Sets the clock, and stops it. */
  async stopAt(moment: Date): Promise<void> {
    this.#stoppedAt = moment;
    await this.#query?.(stopDatabaseClock(moment));
  }

  /** Moves the clock, and does not start or stop it. */
  async advance(ms: number): Promise<void> {
    const moment = new Date(this.now().getTime() + ms);
    await (this.#stoppedAt ? this.stopAt(moment) : this.startAt(moment));
  }
}

/** Returns the statement that sets a database's clock. Time continues from `moment`. */
export function startDatabaseClock(moment: Date): string {
  const ahead = `extract(epoch FROM ${literal(moment)} - pg_catalog.clock_timestamp())`;
  return replaceClocks(
    (clock) => `format('SELECT pg_catalog.${clock}() + make_interval(secs => %s)', ${ahead})`,
  );
}

function stopDatabaseClock(moment: Date): string {
  return replaceClocks(() => `'SELECT ' || quote_literal(${literal(moment)}) || '::timestamptz'`);
}

const literal = (moment: Date) => `timestamptz '${moment.toISOString()}'`;

/** `bodyOf` returns an SQL expression for the text of the function that replaces a clock of PostgreSQL. */
function replaceClocks(bodyOf: (clock: string) => string): string {
  const clocks = { clock_timestamp: 'VOLATILE', now: 'STABLE' };
  const replacements = Object.entries(clocks).map(
    ([clock, volatility]) => `EXECUTE format(
      'CREATE OR REPLACE FUNCTION ${SCHEMA}.${clock}() RETURNS timestamptz LANGUAGE sql ${volatility} AS %L',
      ${bodyOf(clock)});`,
  );
  return `DO $$ BEGIN
    CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
    ${replacements.join('\n')}
  END $$`;
}
