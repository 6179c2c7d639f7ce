import pg from 'pg';
import { startDatabaseClock } from '../../server/testing/clock.ts';

/** How far a clock that shows `now` at this moment is ahead of the machine's. */
export function offsetTo(now: string): number {
  return Date.parse(now) - Date.now();
}

/**
 * A program that sets the clock of a process or a page forward or back when it starts. Time continues from
 * there, and timers run as usual. Both get it as text, because the server has no setting for its clock.
 */
export function setClock(offsetMs: number): string {
  return `{
    const offsetMs = ${offsetMs};
    const now = () => Machine.now() + offsetMs;
    const Machine = globalThis.Date;
    globalThis.Date = new Proxy(Machine, {
      construct: (_, parts, made) => Reflect.construct(Machine, parts.length > 0 ? parts : [now()], made),
      apply: () => new Machine(now()).toString(),
      get: (_, name) => (name === 'now' ? now : Reflect.get(Machine, name)),
    });
  }`;
}

/** Sets the clock that a database of the tests shows to its clients. */
export async function setDatabaseClock(url: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(startDatabaseClock(now));
  await client.end();
}

/** Writes a moment's day in India like the product in English: day, month and year. */
export function inEnglish(moment: Date, month: 'short' | 'long' = 'short'): string {
  const format = new Intl.DateTimeFormat('en-IN', {
    day: 'numeric',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
    month,
  });
  const parts = format.formatToParts(moment);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return `${partOf('day')} ${partOf('month')} ${partOf('year')}`;
}
