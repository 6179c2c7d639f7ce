import { getTableColumns } from 'drizzle-orm';
import { maskAccountNumber } from '#contract/bank-accounts/rules.ts';
import { transactionId } from '#contract/shared/base.ts';
import {
  type OwnTransaction,
  type OwnTransactionDetails,
  ownTransaction,
} from '#contract/transactions/schema.ts';
import type { Secrets } from '#server/base/secrets.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';
import { readBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import { transactions } from '../../db/schema/transactions.ts';
import type { TransactionRow } from './transactions.queries.ts';

/** The fields of the contract that are columns of the same name. A field of another name has to be computed below. */
type SharedName = keyof OwnTransaction & keyof TransactionRow;
const columns = getTableColumns(transactions);
const shared = Object.keys(ownTransaction.shape).filter(
  (name): name is SharedName => name in columns,
);

export const ownColumns = selectionOf(transactions, 't', [...shared, 'userId', 'beneficiary']);
type OwnRow = Selected<typeof ownColumns>;

export function toOwnTransaction(secrets: Secrets, row: OwnRow): OwnTransaction {
  const beneficiary = readBeneficiary(secrets, row);
  const same = Object.fromEntries(shared.map((name) => [name, row[name]]));
  return {
    ...(same as Pick<TransactionRow, SharedName>), // `shared` has exactly these names.
    id: transactionId.parse(row.id),
    bankName: beneficiary?.bankName ?? null,
    maskedAccountNumber: beneficiary && maskAccountNumber(beneficiary.accountNumber),
  };
}

/** Returns the address of a transaction's receipt, or null. Prefers the permanent one (section 3). */
export function receiptUrlOf(
  row: Pick<TransactionRow, 'permanentReceiptUrl' | 'receiptUrl'>,
): string | null {
  return row.permanentReceiptUrl || row.receiptUrl || null;
}

export function toOwnDetails(secrets: Secrets, row: TransactionRow): OwnTransactionDetails {
  return {
    ...toOwnTransaction(secrets, row),
    accountHolderName: row.beneficiary?.accountHolderName ?? null,
    ifscCode: row.beneficiary?.ifscCode ?? null,
    receiptUrl: receiptUrlOf(row),
    receiptReplacedAt: row.receiptReplacedAt,
    decidedAt: row.decidedAt,
  };
}
