import type { Query } from './database.ts';
import { boolean, selectValue } from './selection.ts';

/** Returns whether this transaction has the advisory lock of this number now. It keeps it until its end, and does not wait. */
export async function tryLock(query: Query, number: number): Promise<boolean> {
  const lock = boolean('pg_try_advisory_xact_lock($1)');
  return (await selectValue(query, lock, '', [number])) ?? false;
}
