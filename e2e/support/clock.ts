import pg from 'pg';

/** Default start time of tests: an ordinary afternoon in India. */
export const USUAL_NOW = '2026-11-21T16:30:00+05:30';

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

/**
 * Sets the clock that the database shows to the statements of its clients. Two functions shadow those of PostgreSQL,
 * because its search path names their schema before `pg_catalog`.
 */
export async function setDatabaseClock(url: string, offsetMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = client.escapeIdentifier(client.database ?? '');
  const functions = ['clock_timestamp', 'now'].map(
    (
      clock,
    ) => `CREATE OR REPLACE FUNCTION shifted_clock.${clock}() RETURNS timestamptz LANGUAGE sql AS
      $$ SELECT pg_catalog.${clock}() + ${Math.round(offsetMs)} * interval '1 millisecond' $$`,
  );
  await client.query(['CREATE SCHEMA IF NOT EXISTS shifted_clock', ...functions].join(';\n'));
  await client.query(
    `ALTER DATABASE ${name} SET search_path = "$user", public, shifted_clock, pg_catalog`,
  );
  await client.end();
}
