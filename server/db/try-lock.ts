import type { Query } from './database.ts';

/** Returns whether this transaction has the advisory lock of this number now. It keeps it until its end, and does not wait. */
export async function tryLock(query: Query, number: number): Promise<boolean> {
  const [row] = await query<{ isLocked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
    [number],
  );
  return row?.isLocked ?? false;
}
