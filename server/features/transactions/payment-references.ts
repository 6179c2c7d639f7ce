import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { findFreeMillisecond, insertAllOrNone } from './make-requests.queries.ts';
import type { TransactionRow } from './transactions.queries.ts';

const MAX_ATTEMPTS = 1000;
const KEEP_RESERVED_ATTEMPTS = 5;

/** A row to insert. Its deposit may have been paid under a reserved reference. */
export type UnnamedRow = Omit<TransactionRow, 'referenceId'> & {
  reservedReference?: string | undefined;
};

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
export async function insertUnderReferences(tx: Tx, rows: UnnamedRow[]): Promise<TransactionRow[]> {
  let named = rows.map((row) => underReference(row, takeMillisecond(tx.at)));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await insertAllOrNone(tx, named)) return named;
    const free = await takeFreeMillisecond(tx);
    // An import may have added a transaction with a reserved reference.
    const renamed = attempt < KEEP_RESERVED_ATTEMPTS ? rows : rows.map(withoutReservation);
    named = renamed.map((row, n) => underReference(row, n === 0 ? free : takeMillisecond(tx.at)));
  }
  throw new Error('No free reference was found');
}

function underReference({ reservedReference, ...row }: UnnamedRow, ms: number): TransactionRow {
  return { ...row, referenceId: reservedReference ?? toReference(row.type, ms) };
}

function withoutReservation({ reservedReference: _, ...row }: UnnamedRow): UnnamedRow {
  return row;
}
