import type { TransactionType } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';

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
export async function takeFreeMillisecond(tx: Tx): Promise<number> {
  const from = Math.max(tx.at.getTime(), newestTaken + 1);
  // The scalar subquery makes each candidate one index lookup, whatever the size of the table.
  const [free] = await tx.query<{ ms: number }>(
    `SELECT ms FROM generate_series($1::bigint, $1::bigint + 10000) AS ms
     WHERE (SELECT true FROM transactions WHERE reference_id = 'DEP-' || ms) IS NULL LIMIT 1`,
    [from],
  );
  return take(free?.ms ?? from);
}

function take(from: number): number {
  newestTaken = Math.max(from, newestTaken + 1);
  return newestTaken;
}

/** A reference in the format of section 9: `DEP-{timestamp}` or `WDL{timestamp}{random 0 to 999}`. */
export function toReference(type: TransactionType, ms: number): string {
  return type === 'deposit' ? `DEP-${ms}` : `WDL${ms}${Math.floor(Math.random() * 1000)}`;
}
