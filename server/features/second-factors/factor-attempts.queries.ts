import type { Query } from '#server/db/database.ts';

export interface Counter {
  failures: number;
  windowStartedAt: Date;
  /** When the last pause ends or ended; null if there was none since the counter was at zero. */
  pausedUntil: Date | null;
}

/** Creates a missing counter and locks it. */
export async function lockCounter(query: Query, key: string, now: Date): Promise<Counter> {
  const [counter] = await query<Counter>(
    `INSERT INTO login_throttles AS t (key, failures, window_started_at) VALUES ($1, 0, $2)
     ON CONFLICT (key) DO UPDATE SET failures = t.failures
     RETURNING failures, window_started_at AS "windowStartedAt", blocked_until AS "pausedUntil"`,
    [key, now],
  );
  return counter ?? { failures: 0, windowStartedAt: now, pausedUntil: null };
}

export async function saveCounter(
  query: Query,
  { key, failures, windowStartedAt, pausedUntil }: Counter & { key: string },
): Promise<void> {
  await query(
    `UPDATE login_throttles SET failures = $2, window_started_at = $3, blocked_until = $4 WHERE key = $1`,
    [key, failures, windowStartedAt, pausedUntil],
  );
}

/** Returns whether a counter with so many failures had no pause yet; it has one then. */
export async function beginPause(
  query: Query,
  { key, failures, until }: { key: string; failures: number; until: Date },
): Promise<boolean> {
  const begun = await query(
    `UPDATE login_throttles SET blocked_until = $3
     WHERE key = $1 AND failures >= $2 AND blocked_until IS NULL RETURNING key`,
    [key, failures, until],
  );
  return begun.length > 0;
}

export async function deleteCounter(query: Query, key: string): Promise<void> {
  await query('DELETE FROM login_throttles WHERE key = $1', [key]);
}

/** Reads the whole table, for a command of an operator. */
export async function deleteCountersFrom(query: Query, prefix: string): Promise<void> {
  await query('DELETE FROM login_throttles WHERE starts_with(key, $1)', [prefix]);
}
