import type {
  OwnTransactionDetails,
  PassbookRow,
  TransactionFilters,
} from '#contract/transactions/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  fromNumberedCursor,
  type NumberedPosition,
  toPage,
} from '#server/platform/lists/cursor.ts';
import { toOwnDetails } from '../transaction-views.ts';
import { findOwnRow } from '../transactions.queries.ts';
import {
  countPassbookRows,
  findPassbookRows,
  type NumberedRow,
  type PassbookOwner,
} from './passbook.queries.ts';

export async function listPassbook(
  deps: Deps,
  owner: PassbookOwner,
  input: TransactionFilters & { cursor?: string | undefined; limit: number },
): Promise<{ rows: PassbookRow[]; nextCursor: string | undefined; total?: number }> {
  const after = fromNumberedCursor(input.cursor);
  const rows = await findPassbookRows(deps.db, owner, {
    filters: input,
    after,
    limit: input.limit + 1,
  });
  const found = toPage(rows, input.limit, passbookPosition);
  const page = { ...found, rows: found.rows.map(({ seq: _, ...row }) => row) };
  if (after) return page;
  // If the first page is the last one, its length is the total.
  const total = page.nextCursor ? await countPassbookRows(deps.db, owner, input) : page.rows.length;
  return { ...page, total };
}

/** Returns one of the caller's transactions. Throws TRANSACTION_NOT_FOUND, also for another user's. */
export async function getOwnTransaction(
  { db }: Deps,
  { userId }: Actor,
  id: string,
): Promise<OwnTransactionDetails> {
  const row = await findOwnRow(db, { userId, id });
  if (!row) throw appError('TRANSACTION_NOT_FOUND');
  return toOwnDetails(db.secrets, row);
}

export function passbookPosition(row: NumberedRow): NumberedPosition {
  return { at: row.createdAt, id: row.id, seq: row.seq };
}
