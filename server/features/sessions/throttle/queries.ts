import type { Query } from '#server/db/database.ts';

export interface Counter {
  key: string;
  failures: number;
  startedAt: Date;
  blockedUntil: Date | null;
}

/** Creates missing counters and locks all in key order, to prevent deadlocks. */
export async function lockCounters(query: Query, keys: string[], now: Date): Promise<Counter[]> {
  return query<Counter>(
    `INSERT INTO login_throttles AS t (key, failures, window_started_at)
     SELECT key, 0, $2 FROM unnest($1::text[]) AS key ORDER BY key
     ON CONFLICT (key) DO UPDATE SET failures = t.failures
     RETURNING key, failures, window_started_at AS "startedAt", blocked_until AS "blockedUntil"`,
    [keys, now],
  );
}

export async function saveCounters(query: Query, counters: Counter[]): Promise<void> {
  await query(
    `UPDATE login_throttles AS t
     SET failures = c.failures, window_started_at = c.started, blocked_until = c.blocked
     FROM unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[])
       AS c (key, failures, started, blocked)
     WHERE t.key = c.key`,
    [
      counters.map((counter) => counter.key),
      counters.map((counter) => counter.failures),
      counters.map((counter) => counter.startedAt),
      counters.map((counter) => counter.blockedUntil),
    ],
  );
}

export async function deleteCounters(query: Query, keys: string[]): Promise<void> {
  await query('DELETE FROM login_throttles WHERE key = ANY ($1::text[])', [keys]);
}

export async function deleteOldCounters(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM login_throttles WHERE window_started_at < $1', [before]);
}
