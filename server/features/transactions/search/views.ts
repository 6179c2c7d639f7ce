import { type UserId, userId } from '#contract/shared/base.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions/schema.ts';
import type { Deps } from '#server/deps.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { maskOf, readBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { findNamedRow, type NamedRow } from '../queries.ts';
import { selectReplacedReceipts } from '../receipts/queries.ts';
import { receiptUrlOf, toOwnTransaction } from '../views.ts';
import { findWarnings } from '../warnings/service.ts';

/** Shown as the decider if that account was deleted (section 9: default approver label). */
export const DEFAULT_DECIDER = 'admin';

export async function getTransaction(
  deps: Pick<Deps, 'db'>,
  reader: UserId,
  id: string,
): Promise<TransactionDetails> {
  const row = await findNamedRow(deps.db, id);
  const [transaction] = await toAdminTransactions(deps, reader, row ? [row] : []);
  if (!row || !transaction) throw appError('TRANSACTION_NOT_FOUND');
  return toTransactionDetails(deps, row, transaction);
}

/** Adds to a converted row what only its details show. */
export async function toTransactionDetails(
  { db }: Pick<Deps, 'db'>,
  row: NamedRow,
  transaction: AdminTransaction,
): Promise<TransactionDetails> {
  const replacedReceipts = row.receiptReplacedAt ? await selectReplacedReceipts(db.query, row) : [];
  return { ...transaction, beneficiary: readBeneficiary(db.secrets, row), replacedReceipts };
}

export async function toAdminTransactions(
  { db }: Pick<Deps, 'db'>,
  reader: UserId,
  rows: NamedRow[],
): Promise<AdminTransaction[]> {
  const pending = rows.filter(isDecidable).map(({ id }) => id);
  const warnings = await findWarnings(db, reader, pending);
  return rows.map((row) => ({ ...toView(db.secrets, row), warnings: warnings.get(row.id) ?? [] }));
}

function toView(secrets: Secrets, row: NamedRow): Omit<AdminTransaction, 'warnings'> {
  const { beneficiary, decidedAt } = row;
  return {
    ...toOwnTransaction(secrets, row),
    userId: userId.parse(row.userId),
    userName: row.userName,
    sourceName: row.sourceName,
    receiptUrl: receiptUrlOf(row),
    receiptReplacedAt: row.receiptReplacedAt,
    maskedAccountNumber: beneficiary && maskOf(beneficiary.accountNumber),
    decidedBy: decidedAt && (row.deciderName ?? DEFAULT_DECIDER),
    decidedAt,
  };
}
