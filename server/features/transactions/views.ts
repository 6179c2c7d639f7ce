import { transactionId } from '#contract/shared/base.ts';
import { maskAccountNumber } from '#contract/shared/rules.ts';
import type { OwnTransaction, OwnTransactionDetails } from '#contract/transactions/schema.ts';
import type { TransactionRow } from './queries.ts';

export type OwnColumns = Pick<
  TransactionRow,
  | 'id'
  | 'type'
  | 'kind'
  | 'amountPaise'
  | 'status'
  | 'paymentMethod'
  | 'referenceId'
  | 'userNotes'
  | 'adminNotes'
  | 'reason'
  | 'createdAt'
  | 'updatedAt'
  | 'beneficiary'
>;

export function toOwnTransaction(row: OwnColumns): OwnTransaction {
  const { beneficiary } = row;
  return {
    id: transactionId.parse(row.id),
    type: row.type,
    kind: row.kind,
    amountPaise: row.amountPaise,
    status: row.status,
    paymentMethod: row.paymentMethod,
    referenceId: row.referenceId,
    userNotes: row.userNotes,
    adminNotes: row.adminNotes,
    reason: row.reason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    bankName: beneficiary?.bankName ?? null,
    maskedAccountNumber: beneficiary && maskAccountNumber(beneficiary.accountNumber),
  };
}

/** Converts a row to the owner's detailed view. Prefers the permanent receipt URL (section 3). */
export function toOwnDetails(row: TransactionRow): OwnTransactionDetails {
  return {
    ...toOwnTransaction(row),
    accountHolderName: row.beneficiary?.accountHolderName ?? null,
    ifscCode: row.beneficiary?.ifscCode ?? null,
    receiptUrl: row.permanentReceiptUrl || row.receiptUrl || null,
    decidedAt: row.decidedAt,
  };
}
