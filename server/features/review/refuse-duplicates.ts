import { isDecidable } from '#contract/transactions/rules.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import {
  compareReceiptsOf,
  findSameRequests,
  type SameRequest,
} from '../transactions/compare-receipts.ts';
import { MAX_RELATED } from '../transactions/related-views.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import {
  type Command,
  lockRequests,
  lockRequestsAndSame,
  type PlannedDecision,
} from './decide.queries.ts';

type LockingCommand = { decision: Pick<Command['decision'], 'ids' | 'decision'> };

const isApproving = ({ decision }: LockingCommand) => decision.decision === 'approved';

/**
 * Locks the requests of commands, and the pending ones with the receipt of a request to approve, in one order: of two
 * concurrent approvals of one receipt, the second sees the first. Returns the requests of the commands.
 */
export async function lockWithDuplicates(
  tx: Tx,
  commands: readonly LockingCommand[],
): Promise<TransactionRow[]> {
  const wanted = new Set(commands.flatMap(({ decision }) => decision.ids));
  const ids = [...wanted];
  const approving = commands.filter(isApproving).flatMap(({ decision }) => decision.ids);
  if (approving.length === 0) return lockRequests(tx, ids);
  const locked = await lockRequestsAndSame(tx, { ids, approving, isCompared: false });
  if (locked.length > 0) return locked.filter(({ id }) => wanted.has(id));
  // A receipt was not compared yet. The background job may compare it in this moment.
  await compareReceiptsOf(tx.query, approving);
  const rows = await lockRequestsAndSame(tx, { ids, approving, isCompared: true });
  return rows.filter(({ id }) => wanted.has(id));
}

/** Returns the requests with the receipts of those of these locked ones that commands approve. */
export async function findSame(
  tx: Tx,
  commands: readonly LockingCommand[],
  rows: readonly TransactionRow[],
): Promise<SameRequest[]> {
  const approving = new Set(commands.filter(isApproving).flatMap(({ decision }) => decision.ids));
  const ids = rows.filter((row) => approving.has(row.id) && hasReceipt(row)).map(({ id }) => id);
  return ids.length > 0 ? findSameRequests(tx.query, ids) : [];
}

const hasReceipt = (row: TransactionRow) => isDecidable(row) && row.permanentReceiptUrl !== null;

export interface CheckedDuplicates {
  planned: PlannedDecision[];
  /** RECEIPT_ALREADY_APPROVED by request. */
  refused: Map<string, AppError>;
}

/**
 * Refuses each planned approval whose receipt was approved with another request that its command does not confirm, or that
 * is planned before it. `found` is from `findSame`. The last five approved ones count, which a request's warning
 * names.
 */
export function checkDuplicates(
  planned: readonly PlannedDecision[],
  found: readonly SameRequest[],
): CheckedDuplicates {
  const same = byRequest(found);
  const before = new Set<string>();
  const refused = new Map<string, AppError>();
  const kept = planned.flatMap((one) => {
    if (!isApproving(one.command)) return [one];
    const { id } = one.row;
    const ofThis = same.get(id) ?? [];
    const approved = ofThis.filter(({ isApproved }) => isApproved).slice(0, MAX_RELATED);
    const duplicates = [...approved, ...ofThis.filter((other) => before.has(other.id))];
    const duplicateIds = duplicates.map((other) => other.id);
    const refusal = refuseUnconfirmed(one.command, duplicateIds);
    if (refusal) {
      refused.set(id, refusal);
      return [];
    }
    before.add(id);
    return [duplicateIds.length > 0 ? { ...one, duplicateIds } : one];
  });
  return { planned: kept, refused };
}

function byRequest(same: readonly SameRequest[]): Map<string, SameRequest[]> {
  const groups = new Map<string, SameRequest[]>();
  for (const one of same) {
    const group = groups.get(one.ofId);
    if (group) group.push(one);
    else groups.set(one.ofId, [one]);
  }
  return groups;
}

function refuseUnconfirmed({ decision }: Command, duplicateIds: string[]): AppError | undefined {
  const confirmed = new Set(decision.confirmedDuplicateIds?.map((id) => id.toLowerCase()));
  return duplicateIds.every((id) => confirmed.has(id))
    ? undefined
    : appError('RECEIPT_ALREADY_APPROVED', { requestIds: duplicateIds.join(' ') });
}
