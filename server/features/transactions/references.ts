import type { TransactionType } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { TransactionRow } from './queries.ts';
import { findFreeMillisecond, insertAllOrNone } from './requests-queries.ts';

const MAX_ATTEMPTS = 1000;

/**
 * The newest millisecond handed out by this process. It only keeps requests of the same millisecond
 * from waiting for each other's commits; uniqueness is the database's.
 */
let newestTaken = 0;

/** The millisecond of a command, or the next one that this process has not used for a reference yet. */
export function takeMillisecond(at: Date): number {
  return take(at.getTime());
}

/** After a clash: the next millisecond whose deposit reference no committed transaction bears. */
async function takeFreeMillisecond(tx: Tx): Promise<number> {
  return take(await findFreeMillisecond(tx, Math.max(tx.at.getTime(), newestTaken + 1)));
}

function take(from: number): number {
  newestTaken = Math.max(from, newestTaken + 1);
  return newestTaken;
}

/** A reference in the format of section 9: `DEP-{timestamp}` or `WDL{timestamp}{random 0 to 999}`. */
function toReference(type: TransactionType, ms: number): string {
  return type === 'deposit' ? `DEP-${ms}` : `WDL${ms}${Math.floor(Math.random() * 1000)}`;
}

/**
 * Inserts pending requests in order, each under a reference of its own. Milliseconds are taken in rising
 * order, so that no two transactions wait for each other's references in a circle; and when one is taken
 * by another server, all are inserted again, so that the rows per user that triggers keep are still locked
 * in order of users.
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
