import type { Query, Tx } from '#server/db/database.ts';
import { type AppError, appError } from '#server/platform/runtime/errors.ts';
import {
  compareReceiptsOf,
  selectPendingSame,
  selectSameReceipt,
  type TransactionRow,
} from '../../transactions/service.ts';
import { type Command, lockRequests, type PlannedDecision } from '../queries.ts';

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
  const ids = new Set(commands.flatMap(({ decision }) => decision.ids));
  const approving = commands.filter(isApproving).flatMap(({ decision }) => decision.ids);
  const same = approving.length > 0 ? await selectPendingSame(tx.query, approving) : [];
  const rows = await lockRequests(tx, [...new Set([...ids, ...same.map(({ id }) => id)])]);
  return rows.filter(({ id }) => ids.has(id));
}

export interface CheckedDuplicates {
  planned: PlannedDecision[];
  /** RECEIPT_ALREADY_APPROVED by request. */
  refused: Map<string, AppError>;
}

/**
 * Refuses each planned approval whose receipt was approved with another request that its command does not confirm, or that
 * is planned before it. The requests are locked. A receipt that no list has compared is compared now.
 */
export async function checkDuplicates(
  tx: Tx,
  planned: readonly PlannedDecision[],
): Promise<CheckedDuplicates> {
  const ids = planned.filter(({ command }) => isApproving(command)).map(({ row }) => row.id);
  const approved = await findApprovedSame(tx.query, ids);
  const before = new Set<string>();
  const refused = new Map<string, AppError>();
  const kept = planned.flatMap((one) => {
    if (!isApproving(one.command)) return [one];
    const { approvedIds = [], pendingIds = [] } = approved.get(one.row.id) ?? {};
    const duplicateIds = [...approvedIds, ...pendingIds.filter((id) => before.has(id))];
    const refusal = refuseUnconfirmed(one.command, duplicateIds);
    if (refusal) {
      refused.set(one.row.id, refusal);
      return [];
    }
    before.add(one.row.id);
    return [duplicateIds.length > 0 ? { ...one, duplicateIds } : one];
  });
  return { planned: kept, refused };
}

interface SameReceipts {
  approvedIds: string[];
  pendingIds: string[];
}

async function findApprovedSame(
  query: Query,
  ids: readonly string[],
): Promise<Map<string, SameReceipts>> {
  if (ids.length === 0) return new Map();
  await compareReceiptsOf(query, ids);
  const [approved, pending] = await Promise.all([
    selectSameReceipt(query, ids),
    selectPendingSame(query, ids),
  ]);
  const idsOf = (rows: { ofId: string; id: string }[], ofId: string) =>
    rows.filter((row) => row.ofId === ofId).map(({ id }) => id);
  const found = approved.filter(({ status }) => status === 'approved');
  return new Map(
    ids.map((id) => [id, { approvedIds: idsOf(found, id), pendingIds: idsOf(pending, id) }]),
  );
}

function refuseUnconfirmed({ decision }: Command, duplicateIds: string[]): AppError | undefined {
  const confirmed = new Set(decision.confirmedDuplicateIds?.map((id) => id.toLowerCase()));
  return duplicateIds.every((id) => confirmed.has(id))
    ? undefined
    : appError('RECEIPT_ALREADY_APPROVED', { requestIds: duplicateIds.join(' ') });
}
