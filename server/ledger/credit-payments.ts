import type { TransactionId, UserId } from '#contract/shared/base.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertStatement, type NewRow } from '#server/db/insert-many.ts';
import { creditedPayments } from '#server/db/schema/ledger.ts';
import { statementLines, statementMatches } from '#server/db/schema/statements.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import {
  optional,
  renamed,
  required,
  type Selected,
  select,
  selectionOf,
  together,
} from '#server/db/selection.ts';

/** The payment that a posting credits. */
export interface Payment {
  /** Normalized reference number; null if the request has none. */
  utr: string | null;
  /** Lines of bank statements with its money. */
  lines: readonly PaymentLine[];
  /** Why a reference that was credited before is that of another payment. Two administrators said so. */
  differentReason?: string | undefined;
}

export interface PaymentLine {
  id: string;
  utr: string | null;
}

/** A request, or another transaction, that credits a payment. */
export interface PaymentCredit {
  transactionId: TransactionId;
  userId: UserId;
  payment: Payment;
}

/** The transaction that was credited first. */
export interface FirstCredit {
  id: string;
  /** Null after its account was erased. */
  reference: string | null;
}

interface Key {
  utr: string;
  ownerId: string;
}

/** The money of a line belongs to the line, so that its parts can be credited to several requests. */
function keysOf({ transactionId, payment }: PaymentCredit): Key[] {
  const { utr, lines } = payment;
  const ofLines = lines.flatMap((line) =>
    line.utr === null ? [] : [{ utr: line.utr, ownerId: line.id }],
  );
  const isKnown = utr === null || ofLines.some((key) => key.utr === utr);
  return isKnown ? ofLines : [...ofLines, { utr, ownerId: lines[0]?.id ?? transactionId }];
}

/**
 * Records the payments of deposits that are posted in the same transaction. Returns PAYMENT_ALREADY_CREDITED for each that was
 * credited before and does not say that it is different. A concurrent credit of the same payment waits here. The wallets are locked.
 */
export async function creditPayments(
  tx: Tx,
  credits: readonly PaymentCredit[],
): Promise<Map<TransactionId, AppError>> {
  const rows = credits.flatMap((credit) => keysOf(credit).map((key) => toRow(tx, credit, key)));
  if (rows.length === 0) return new Map();
  const taken = await takeKeys(tx, rows);
  const again = rows.filter(({ utr, ownerId }) => taken.get(utr)?.ownerId !== ownerId);
  if (again.length === 0) return new Map();
  const firsts = await selectFirsts(
    tx.query,
    again.map(({ utr }) => utr),
  );
  const refused = new Map<TransactionId, AppError>();
  const different: CreditRow[] = [];
  for (const { transactionId, payment } of credits) {
    for (const row of again.filter((one) => one.transactionId === transactionId)) {
      const first = firsts.get(row.utr);
      if (!first) throw new Error('The first credit of a payment was not found');
      const { differentReason: reason } = payment;
      if (reason === undefined) refused.set(transactionId, alreadyCredited(first));
      else different.push({ ...row, differsFrom: first.id, reason });
    }
  }
  await insertRows(tx, different);
  await forgetCredits(tx, [...refused.keys()]);
  return refused;
}

export function alreadyCredited({ id, reference }: FirstCredit): AppError {
  return appError('PAYMENT_ALREADY_CREDITED', { reference: reference ?? id, requestId: id });
}

type CreditRow = NewRow<typeof creditedPayments>;

function toRow(tx: Tx, { transactionId, userId }: PaymentCredit, key: Key): CreditRow {
  const open = { differsFrom: null, reason: null, creditedAt: tx.at, releasedAt: null };
  return { id: newId(), ...key, userId, transactionId, ...open };
}

const keyColumns = selectionOf(creditedPayments, 't', ['utr', 'ownerId']);

/** Inserts the first row of each reference that nothing else was credited with. Returns the owners of the inserted and own ones. */
async function takeKeys(
  tx: Tx,
  rows: readonly CreditRow[],
): Promise<Map<string, { ownerId: string }>> {
  const firsts = new Map<string, CreditRow>();
  for (const row of rows) if (!firsts.has(row.utr)) firsts.set(row.utr, row);
  const inOrder = [...firsts.values()].toSorted((a, b) => (a.utr < b.utr ? -1 : 1));
  const { text, values } = insertStatement(creditedPayments, inOrder);
  const taken = await select(
    tx.query,
    keyColumns,
    `${text} ON CONFLICT (utr) WHERE differs_from IS NULL AND released_at IS NULL
     DO UPDATE SET utr = excluded.utr WHERE t.owner_id = excluded.owner_id RETURNING ${keyColumns.sql}`,
    values,
  );
  return new Map(taken.map((row) => [row.utr, row]));
}

async function insertRows(tx: Tx, rows: readonly CreditRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { text, values } = insertStatement(creditedPayments, rows);
  await tx.query(text, values);
}

/** Removes what this transaction recorded for postings that it does not make. */
export async function forgetCredits(tx: Tx, ids: readonly TransactionId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('DELETE FROM credited_payments WHERE transaction_id = ANY ($1::uuid[])', [ids]);
}

const reference = renamed(transactions, 't', { reference: 'referenceId' });
const firstColumns = together(
  renamed(creditedPayments, 'p', { utr: 'utr', ownerId: 'ownerId', id: 'transactionId' }),
  optional(reference),
);
type FirstRow = Selected<typeof firstColumns>;

async function selectFirsts(query: Query, utrs: readonly string[]): Promise<Map<string, FirstRow>> {
  const rows = await select(
    query,
    firstColumns,
    `FROM credited_payments p LEFT JOIN transactions t ON t.id = p.transaction_id
     WHERE p.utr = ANY ($1::text[]) AND p.differs_from IS NULL AND p.released_at IS NULL`,
    [utrs],
  );
  return new Map(rows.map((row) => [row.utr, row]));
}

/**
 * Returns the first credits of payments that were credited before, by the transaction that would be the second. A reference also
 * counts if a line of a statement that was credited contains it among others.
 */
export async function findCredited(
  query: Query,
  credits: readonly PaymentCredit[],
): Promise<Map<TransactionId, FirstCredit>> {
  const keys = credits.flatMap((credit) => keysOf(credit).map((key) => ({ ...key, credit })));
  if (keys.length === 0) return new Map();
  const utrs = keys.map(({ utr }) => utr);
  const [firsts, ofLines] = await Promise.all([
    selectFirsts(query, utrs),
    selectLineCredits(query, utrs),
  ]);
  const found = new Map<TransactionId, FirstCredit>();
  const before = new Map<string, Omit<FirstRow, 'utr'>>();
  for (const { utr, ownerId, credit } of keys) {
    const { transactionId: id, payment } = credit;
    const lineIds = new Set(payment.lines.map((line) => line.id));
    const known = firsts.get(utr) ?? before.get(utr);
    const first =
      known && known.ownerId !== ownerId
        ? known
        : ofLines.find(
            (one) => one.utrs.split(' ').includes(utr) && one.id !== id && !lineIds.has(one.lineId),
          );
    if (first) found.set(id, first);
    else if (!known) before.set(utr, { id, reference: null, ownerId });
  }
  return found;
}

const lineColumns = together(
  renamed(statementLines, 'l', { lineId: 'id', utrs: 'utrs' }),
  required(renamed(statementMatches, 'm', { id: 'requestId' })),
  reference,
);

async function selectLineCredits(
  query: Query,
  utrs: readonly string[],
): Promise<Selected<typeof lineColumns>[]> {
  return select(
    query,
    lineColumns,
    `FROM statement_lines l JOIN statement_matches m ON m.line_id = l.id AND m.state = 'accepted'
     JOIN transactions t ON t.id = m.request_id
     WHERE string_to_array(l.utrs, ' ') && $1::text[] ORDER BY m.accepted_at, m.id`,
    [utrs],
  );
}

/** Records that a line has the money of a request that was credited before. Its reference belongs to the line from now on. */
export async function movePayments(
  tx: Tx,
  links: readonly { transactionId: string; lineId: string }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.query(
    `UPDATE credited_payments p SET owner_id = k.line_id
     FROM unnest($1::uuid[], $2::uuid[]) AS k (id, line_id)
     WHERE p.owner_id = k.id AND p.transaction_id = k.id AND p.differs_from IS NULL`,
    [links.map(({ transactionId }) => transactionId), links.map(({ lineId }) => lineId)],
  );
}

/**
 * After matches of a request were undone: a credit that was taken back frees its payment, unless other parts of the line are
 * credited. An approval that stays keeps the reference that it names.
 */
export async function releasePayments(
  tx: Tx,
  { id, utr, isTakenBack }: { id: string; utr: string | null; isTakenBack: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE credited_payments p SET
       transaction_id = coalesce(o.other_id, p.transaction_id), user_id = coalesce(o.user_id, p.user_id),
       owner_id = CASE WHEN o.other_id IS NULL AND o.is_kept THEN p.transaction_id ELSE p.owner_id END,
       released_at = CASE WHEN o.other_id IS NULL AND NOT o.is_kept THEN $4::timestamptz END
     FROM (SELECT c.id, NOT $3 AND c.utr IS NOT DISTINCT FROM $2 AS is_kept, part.id AS other_id, part.user_id
       FROM credited_payments c LEFT JOIN LATERAL (
         SELECT t.id, t.user_id FROM statement_matches m JOIN transactions t ON t.id = m.request_id
         WHERE m.line_id = c.owner_id AND m.state = 'accepted' ORDER BY m.accepted_at, m.id LIMIT 1) AS part ON true
       WHERE c.transaction_id = $1 AND c.released_at IS NULL AND c.differs_from IS NULL) AS o
     WHERE p.id = o.id`,
    [id, utr, isTakenBack, tx.at],
  );
}
