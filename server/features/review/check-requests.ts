import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { refuseEach } from '#server/platform/commands/stages.ts';
import { openBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import { accountFrozen, type Freezes, findFreezes } from '../frozen-accounts/frozen-accounts.ts';
import { DEFAULT_DECIDER } from '../transactions/search/search-views.ts';
import { receiptUrlOf } from '../transactions/transaction-views.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { findDeciders, type Names } from './decide.queries.ts';
import { deciderOf, ownerOf, type PlannedDecision } from './decisions.ts';
import { selectDeferred } from './defer-decisions.queries.ts';

/**
 * A stage: refuses what may not be decided. Drops the decisions that were made before with the same key, which are no error. It
 * reads the freezes after the requests are locked: a freeze locks the pending requests of its account too.
 */
export async function refuseInvalid(tx: Tx, planned: readonly PlannedDecision[]) {
  const paid = planned.filter(({ row }) => row.type === 'withdrawal' && isDecidable(row));
  const [deciders, frozen] = await Promise.all([
    findDeciders(
      tx,
      planned.map(({ row }) => row),
    ),
    findFreezes(
      tx.query,
      paid.map(({ row }) => ownerOf(row)),
    ),
  ]);
  const { planned: valid, refused } = refuseEach(planned, (one) =>
    isDecidable(one.row) ? refusePending(one, frozen) : refuseDecided(one, deciders),
  );
  return { planned: valid.filter(({ row }) => isDecidable(row)), refused };
}

function refusePending(
  { row, command, isApproval }: PlannedDecision,
  frozen: Freezes,
): AppError | undefined {
  if (!isApproval) return undefined;
  if (row.userId === command.actor.userId) return appError('OWN_REQUEST');
  const freezeReason = row.type === 'withdrawal' ? frozen.get(row.userId) : undefined;
  if (freezeReason !== undefined) return accountFrozen(freezeReason);
  if (hasUnseenReceipt(row, command)) return appError('RECEIPT_REPLACED');
  return command.uncheckedIds?.has(row.id) ? appError('WARNING_NOT_ACKNOWLEDGED') : undefined;
}

/** Returns whether the owner replaced the receipt after the reviewer saw it. A rejection does not depend on it. */
function hasUnseenReceipt(row: TransactionRow, { decision }: PlannedDecision['command']): boolean {
  if (!row.receiptReplacedAt) return false;
  const seen = decision.seenReceipts?.find(({ id }) => id.toLowerCase() === row.id);
  return seen !== undefined && seen.receiptUrl !== receiptUrlOf(row);
}

function refuseDecided({ row, command }: PlannedDecision, deciders: Names): AppError | undefined {
  const { decision, requestKey } = command.decision;
  const isReplay =
    row.decisionKey === requestKey.toLowerCase() &&
    row.decidedBy === deciderOf(command) &&
    row.status === decision;
  if (isReplay) return undefined;
  const decidedBy = deciders.get(row.decidedBy ?? '') ?? DEFAULT_DECIDER;
  return appError('ALREADY_DECIDED', { status: toShownStatus(row), decidedBy });
}

/** A stage: refuses, with DECISION_WAITING, requests with a deferred decision. */
export async function refuseWaiting(tx: Tx, planned: readonly PlannedDecision[]) {
  const waiting = await findDeferred(
    tx,
    planned.map(({ row }) => row),
  );
  return refuseEach(planned, ({ row }) => waiting.get(row.id));
}

/** Returns DECISION_WAITING, by id, for each of these locked requests that has a deferred decision. */
export async function findDeferred(
  tx: Tx,
  rows: readonly TransactionRow[],
): Promise<Map<string, AppError>> {
  const ids = rows.map(({ id }) => id);
  const deferred = ids.length > 0 ? await selectDeferred(tx.query, ids) : [];
  return new Map(
    deferred.map(({ transactionId, deciderName: decidedBy }) => [
      transactionId,
      appError('DECISION_WAITING', { decidedBy }),
    ]),
  );
}

/** A stage: refuses, with UNAVAILABLE, approvals whose account number cannot be opened: the amount could not be paid. */
export async function refuseUnreadable(tx: Tx, planned: readonly PlannedDecision[]) {
  const isUnreadable = ({ row, isApproval }: PlannedDecision) =>
    isApproval && row.beneficiary !== null && !openBeneficiary(tx.secrets, row);
  return refuseEach(planned, (one) => (isUnreadable(one) ? appError('UNAVAILABLE') : undefined));
}
