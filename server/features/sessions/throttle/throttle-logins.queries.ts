import type { Query } from '#server/db/database.ts';
import { insertStatement, updateStatement } from '#server/db/insert-many.ts';
import { loginThrottles } from '#server/db/schema/sessions.ts';
import { type Selected, select, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(loginThrottles, 't');
export type Counter = Selected<typeof columns>;

/** Creates missing counters and locks all in key order, to prevent deadlocks. */
export async function lockCounters(query: Query, keys: string[], now: Date): Promise<Counter[]> {
  const rows = keys
    .toSorted()
    .map((key) => ({ key, failures: 0, windowStartedAt: now, blockedUntil: null }));
  const { text, values } = insertStatement(loginThrottles, rows);
  return select(
    query,
    columns,
    `${text} ON CONFLICT (key) DO UPDATE SET failures = t.failures RETURNING ${columns.sql}`,
    values,
  );
}

export async function saveCounters(query: Query, counters: Counter[]): Promise<void> {
  const { text, values } = updateStatement(loginThrottles, counters, {
    key: ['key'],
    set: ['failures', 'windowStartedAt', 'blockedUntil'],
  });
  await query(text, values);
}

export async function deleteCounters(query: Query, keys: string[]): Promise<void> {
  await query('DELETE FROM login_throttles WHERE key = ANY ($1::text[])', [keys]);
}

export async function deleteOldCounters(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM login_throttles WHERE window_started_at < $1', [before]);
}
