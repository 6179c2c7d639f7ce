import { userId } from '#contract/base.ts';
import { maskToLastFour } from '#contract/rules.ts';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { toOwnTransaction } from './own-views.ts';
import { findNamedRow, type NamedRow } from './queries.ts';

/** Who decided, when no account says so any more (section 9: default approver label). */
export const DEFAULT_DECIDER = 'admin';

/** One transaction, whole. Throws TRANSACTION_NOT_FOUND. */
export async function getTransaction(deps: Deps, id: string): Promise<TransactionDetails> {
  const row = await findNamedRow(deps.db, id);
  if (!row) throw appError('TRANSACTION_NOT_FOUND');
  return { ...toAdminTransaction(row), beneficiary: row.beneficiary };
}

/** A transaction as administrators' lists show it. */
export function toAdminTransaction(row: NamedRow): AdminTransaction {
  const { beneficiary, decidedAt } = row;
  return {
    ...toOwnTransaction(row),
    userId: userId.parse(row.userId),
    userName: row.userName,
    sourceName: row.sourceName,
    receiptUrl: row.permanentReceiptUrl || row.receiptUrl || null,
    maskedAccountNumber: beneficiary && maskToLastFour(beneficiary.accountNumber),
    decidedBy: decidedAt && (row.deciderName ?? DEFAULT_DECIDER),
    decidedAt,
  };
}
