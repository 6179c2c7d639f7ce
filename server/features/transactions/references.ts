import type { TransactionType } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { TransactionRow } from './service.ts';

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
    // One that is not inserted has locked nothing.
    if (rows.length > 1) await tx.query('SAVEPOINT before_references');
    if ((await insertRows(tx, named)) === rows.length) return named;
    if (rows.length > 1) await tx.query('ROLLBACK TO SAVEPOINT before_references');
    const free = await takeFreeMillisecond(tx);
    named = rows.map((row, n) => underReference(row, n === 0 ? free : takeMillisecond(tx.at)));
  }
  throw new Error('No free reference was found');
}

function underReference(row: Omit<TransactionRow, 'referenceId'>, ms: number): TransactionRow {
  return { ...row, referenceId: toReference(row.type, ms) };
}

/** Returns how many were inserted. */
async function insertRows(tx: Tx, rows: TransactionRow[]): Promise<number> {
  const inserted = await tx.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, payment_method, reference_id, bank_account_id, beneficiary,
       permanent_receipt_url, qr_code_id, user_notes, request_key, request_fingerprint, created_at, updated_at)
     SELECT *, $14::timestamptz, $14 FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[],
       $7::uuid[], $8::jsonb[], $9::text[], $10::uuid[], $11::text[], $12::uuid[], $13::bytea[])
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      rows.map((row) => row.userId),
      rows.map((row) => row.id),
      rows.map((row) => row.type),
      rows.map((row) => row.amountPaise),
      rows.map((row) => row.paymentMethod),
      rows.map((row) => row.referenceId),
      rows.map((row) => row.bankAccountId),
      rows.map((row) => row.beneficiary && JSON.stringify(row.beneficiary)),
      rows.map((row) => row.permanentReceiptUrl),
      rows.map((row) => row.qrCodeId),
      rows.map((row) => row.userNotes),
      rows.map((row) => row.requestKey),
      rows.map((row) => row.requestFingerprint),
      tx.at,
    ],
  );
  return inserted.length;
}
