import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Passed, Refused } from '#server/platform/commands/stages.ts';
import { findSameRequests, type SameRequest } from './compare-receipts.ts';
import { MAX_RELATED } from './related-views.ts';

/** A planned decision on a locked, pending request, as far as the stage needs it. */
interface Receipted {
  row: { id: string; permanentReceiptUrl: string | null };
  isApproval: boolean;
  command: { decision: { confirmedDuplicateIds?: string[] | undefined } };
  /** Approved requests with the same receipt that the command confirms. */
  duplicateIds?: string[];
}

/**
 * A stage: refuses, with RECEIPT_ALREADY_APPROVED, each approval whose receipt was approved with another request that its command
 * does not confirm, or that is planned before it. The last five approved ones count, which a request's warning names.
 */
export async function refuseDuplicates<Planned extends Receipted>(
  tx: Tx,
  planned: readonly Planned[],
): Promise<Passed<Planned>> {
  const same = await findSame(tx, planned);
  const before = new Set<string>();
  const refused: Refused = new Map();
  const passed = planned.flatMap((one) => {
    if (!one.isApproval) return [one];
    const { id } = one.row;
    const ofThis = same.filter(({ ofId }) => ofId === id);
    const approved = ofThis.filter(({ isApproved }) => isApproved).slice(0, MAX_RELATED);
    const duplicates = [...approved, ...ofThis.filter((other) => before.has(other.id))];
    const duplicateIds = duplicates.map((other) => other.id);
    const refusal = refuseUnconfirmed(one, duplicateIds);
    if (refusal) {
      refused.set(id, refusal);
      return [];
    }
    before.add(id);
    return [duplicateIds.length > 0 ? { ...one, duplicateIds } : one];
  });
  return { planned: passed, refused };
}

/** Returns the requests with the receipts of planned approvals. */
async function findSame(tx: Tx, planned: readonly Receipted[]): Promise<SameRequest[]> {
  const withReceipt = planned.filter((one) => one.isApproval && one.row.permanentReceiptUrl);
  const ids = withReceipt.map(({ row }) => row.id);
  return ids.length > 0 ? findSameRequests(tx.query, ids) : [];
}

function refuseUnconfirmed(
  { command: { decision } }: Receipted,
  duplicateIds: string[],
): AppError | undefined {
  const confirmed = new Set(decision.confirmedDuplicateIds?.map((id) => id.toLowerCase()));
  return duplicateIds.every((id) => confirmed.has(id))
    ? undefined
    : appError('RECEIPT_ALREADY_APPROVED', { requestIds: duplicateIds.join(' ') });
}
