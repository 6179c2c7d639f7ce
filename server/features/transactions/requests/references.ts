import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { TransactionRow } from '../queries.ts';
import { findFreeMillisecond, insertAllOrNone } from './queries.ts';

const MAX_ATTEMPTS = 1000;

/** Only prevents waits for concurrent requests of one millisecond; the database ensures uniqueness. */
let newestTaken = 0;

export function takeMillisecond(at: Date): number {
  return take(at.getTime());
}

/** Returns, after a conflict, the next millisecond whose deposit reference is not in use. */
async function takeFreeMillisecond(tx: Tx): Promise<number> {
  return take(await findFreeMillisecond(tx, Math.max(tx.at.getTime(), newestTaken + 1)));
}

function take(from: number): number {
  newestTaken = Math.max(from, newestTaken + 1);
  return newestTaken;
}

/** `DEP-{timestamp}` or `WDL{timestamp}{random 0 to 999}` (section 9). */
function toReference(type: TransactionType, ms: number): string {
  return type === 'deposit' ? `DEP-${ms}` : `WDL${ms}${Math.floor(Math.random() * 1000)}`;
}

/**
 * Inserts pending requests in order, each with its own reference. Milliseconds are ascending, so that concurrent
 * transactions don't deadlock on references. If another server used one, all rows are inserted again. Otherwise
 * triggers would lock their rows per user out of user order.
 */
export async function insertUnderReferences(
  tx: Tx,
  rows: Omit<TransactionRow, 'referenceId'>[],
): Promise<TransactionRow[]> {
  let named = rows.map((row) => underReference(row, takeMillisecond(tx.at)));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await insertAllOrNone(tx, named)) return named;
    const free = await takeFreeMillisecond(tx);
    named = rows.map((row, n) => underReference(row, n === 0 ? free : takeMillisecond(tx.at)));
  }
  throw new Error('No free reference was found');
}

function underReference(row: Omit<TransactionRow, 'referenceId'>, ms: number): TransactionRow {
  return { ...row, referenceId: toReference(row.type, ms) };
}
