import { userId } from '#contract/base.ts';
import { maskToLastFour, type TransactionType } from '#contract/rules.ts';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions.ts';
import { fromCursor, toPage } from '#server/lib/cursor.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { findNamedRow, listNamedRows, type NamedRow } from './queries.ts';
import { toOwnTransaction } from './service.ts';

/** Who decided, when no account says so any more (section 9: default approver label). */
export const DEFAULT_DECIDER = 'admin';

/** A page of the requests of a type, newest first. */
export async function listTransactions(
  deps: Deps,
  page: {
    type: TransactionType;
    tab: 'pending' | 'history';
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ rows: AdminTransaction[]; nextCursor: string | undefined }> {
  const after = fromCursor(page.cursor);
  const rows = await listNamedRows(deps.db, { ...page, after, limit: page.limit + 1 });
  const { nextCursor, rows: shown } = toPage(rows, page.limit, (row) => ({
    at: row.createdAt,
    id: row.id,
  }));
  return { rows: shown.map(toAdminTransaction), nextCursor };
}

/** One transaction, whole. Throws TRANSACTION_NOT_FOUND. */
export async function getTransaction(deps: Deps, id: string): Promise<TransactionDetails> {
  const row = await findNamedRow(deps.db, id);
  if (!row) throw appError('TRANSACTION_NOT_FOUND');
  return { ...toAdminTransaction(row), beneficiary: row.beneficiary };
}

function toAdminTransaction(row: NamedRow): AdminTransaction {
  const { beneficiary, decidedAt } = row;
  return {
    ...toOwnTransaction(row),
    userId: userId.parse(row.userId),
    userName: row.userName,
    sourceName: row.sourceName,
    receiptUrl: row.permanentReceiptUrl ?? row.receiptUrl,
    maskedAccountNumber: beneficiary && maskToLastFour(beneficiary.accountNumber),
    decidedBy: decidedAt && (row.deciderName ?? DEFAULT_DECIDER),
    decidedAt,
  };
}
