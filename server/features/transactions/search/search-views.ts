import { maskToLastFour } from '#contract/bank-accounts/rules.ts';
import { type UserId, userId } from '#contract/shared/base.ts';
import { can } from '#contract/shared/permissions.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type {
  AdminTransaction,
  Beneficiary,
  TransactionDetails,
} from '#contract/transactions/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { noteView } from '#server/platform/commands/activity.ts';
import { maskOf, readBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import { selectReplacedReceipts } from '../receipts.queries.ts';
import { receiptUrlOf, toOwnTransaction } from '../transaction-views.ts';
import { findNamedRow, type NamedRow } from '../transactions.queries.ts';
import { findWarnings } from '../warnings.ts';

/** Shown as the decider if that account was deleted (section 9: default approver label). */
export const DEFAULT_DECIDER = 'admin';
const AUTOMATIC_DECIDER = 'system';

export async function getTransaction(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
): Promise<TransactionDetails> {
  const row = await findNamedRow(deps.db, id);
  const [transaction] = await toAdminTransactions(deps, actor.userId, row ? [row] : []);
  if (!row || !transaction) throw appError('TRANSACTION_NOT_FOUND');
  return toTransactionDetails(deps, actor, { row, transaction });
}

/** Adds to a converted row what only its details show. Notes that the actor saw the account number, or masks it. */
export async function toTransactionDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  { row, transaction }: { row: NamedRow; transaction: AdminTransaction },
): Promise<TransactionDetails> {
  const { id, userId: ownerId } = row;
  const replacedReceipts = row.receiptReplacedAt
    ? await selectReplacedReceipts(deps.db.query, row)
    : [];
  const beneficiary = maskFor(actor, readBeneficiary(deps.db.secrets, row));
  if (beneficiary && can(actor, 'account-numbers:read')) {
    noteView(deps, actor, { action: 'accountNumber.view', id, ownerId });
  }
  return { ...transaction, beneficiary, replacedReceipts };
}

function maskFor(reader: Actor, beneficiary: Beneficiary | null): Beneficiary | null {
  if (!beneficiary || can(reader, 'account-numbers:read')) return beneficiary;
  return { ...beneficiary, accountNumber: maskToLastFour(beneficiary.accountNumber) };
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

/** Automatic approvals have a key and no administrator. */
const namelessDecider = ({ decidedBy, decisionKey }: NamedRow) =>
  decidedBy === null && decisionKey !== null ? AUTOMATIC_DECIDER : DEFAULT_DECIDER;

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
    decidedBy: decidedAt && (row.deciderName ?? namelessDecider(row)),
    decidedAt,
  };
}
