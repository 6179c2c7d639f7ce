import type { Query } from '#server/db/database.ts';

/** Creates a missing counter and locks it. Returns the failures and when their window started. */
export async function lockCounter(
  query: Query,
  key: string,
  now: Date,
): Promise<{ failures: number; windowStartedAt: Date }> {
  const [counter] = await query<{ failures: number; windowStartedAt: Date }>(
    `INSERT INTO login_throttles AS t (key, failures, window_started_at) VALUES ($1, 0, $2)
     ON CONFLICT (key) DO UPDATE SET failures = t.failures
     RETURNING failures, window_started_at AS "windowStartedAt"`,
    [key, now],
  );
  return counter ?? { failures: 0, windowStartedAt: now };
}

export async function saveCounter(
  query: Query,
  { key, failures, windowStartedAt }: { key: string; failures: number; windowStartedAt: Date },
): Promise<void> {
  await query('UPDATE login_throttles SET failures = $2, window_started_at = $3 WHERE key = $1', [
    key,
    failures,
    windowStartedAt,
  ]);
}

export async function deleteCounter(query: Query, key: string): Promise<void> {
  await query('DELETE FROM login_throttles WHERE key = $1', [key]);
}
