import { sql } from 'drizzle-orm';
import type { Query } from '#server/db/database.ts';
import { loginThrottles } from '#server/db/schema/sessions.ts';
import { renamed, type Selected, selectFirst } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = renamed(loginThrottles, 't', {
  failures: 'failures',
  windowStartedAt: 'windowStartedAt',
  /** When the last pause ends or ended; null if there was none since the counter was at zero. */
  pausedUntil: 'blockedUntil',
});
export type Counter = Selected<typeof columns>;

/** Creates a missing counter and locks it. */
export async function lockCounter(query: Query, key: string, now: Date): Promise<Counter> {
  const counter = await selectFirst(
    query,
    columns,
    `INSERT INTO login_throttles AS t (key, failures, window_started_at) VALUES ($1, 0, $2)
     ON CONFLICT (key) DO UPDATE SET failures = t.failures
     RETURNING ${columns.sql}`,
    [key, now],
  );
  return counter ?? { failures: 0, windowStartedAt: now, pausedUntil: null };
}

export async function saveCounter(
  query: Query,
  { key, failures, windowStartedAt, pausedUntil }: Counter & { key: string },
): Promise<void> {
  await update(query, loginThrottles, {
    set: { failures, windowStartedAt, blockedUntil: pausedUntil },
    where: { key },
  });
}

/** Returns whether a counter with so many failures had no pause yet; it has one then. */
export async function beginPause(
  query: Query,
  { key, failures, until }: { key: string; failures: number; until: Date },
): Promise<boolean> {
  return update(query, loginThrottles, {
    set: { blockedUntil: until },
    where: { key, blockedUntil: null },
    and: sql`${loginThrottles.failures} >= ${failures}`,
  });
}

export async function deleteCounter(query: Query, key: string): Promise<void> {
  await query('DELETE FROM login_throttles WHERE key = $1', [key]);
}

/** Reads the whole table, for a command of an operator. */
export async function deleteCountersFrom(query: Query, prefix: string): Promise<void> {
  await query('DELETE FROM login_throttles WHERE starts_with(key, $1)', [prefix]);
}
