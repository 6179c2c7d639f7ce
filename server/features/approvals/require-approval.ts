import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { lockChains } from '#server/platform/commands/audit.ts';
import { joinTransaction, runCommand } from '#server/platform/commands/command.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { notifyOtherAdmins } from '../notifications/notifications.ts';
import { toBypassNotification, toEndNotification } from './approvals.events.ts';
import {
  failWaitingAbout,
  lockWaitingAbout,
  selectByKey,
  selectRules,
} from './approvals.queries.ts';
import { eraseEnded } from './erase-approvals.queries.ts';
import {
  grantBypass,
  grantOf,
  isConfirmed,
  priceNeed,
  requireConfirmations,
  requireConfirmer,
} from './grant-approval.ts';
import { chainOf, recordApprovals } from './record-approvals.ts';
import {
  approvalRequired,
  fingerprintOfNeed,
  makerOf,
  type Need,
  type PricedNeed,
  storeRequests,
  toRow,
} from './store-approvals.ts';

export type { ApprovalRow } from './approvals.queries.ts';

/** Thrown inside a command's transaction: the command rolls back, and `runApprovable` stores a request for it. */
class ApprovalNeeded extends Error {
  readonly need: PricedNeed;

  constructor(need: PricedNeed) {
    super('This command needs a second approval');
    this.need = need;
  }
}

/**
 * Runs an operator's command in one transaction without the second approval that a rule requires. Records that, and
 * notifies all administrators.
 */
export async function runWithoutApproval<Parts extends { db: Database }, Result>(
  parts: Parts,
  work: (joined: Parts) => Promise<Result>,
): Promise<Result> {
  return runCommand(parts, COMMAND_LINE, async (tx) => {
    grantBypass(tx);
    return work({ ...parts, db: joinTransaction(parts.db, tx) });
  });
}

/**
 * Passes if no rule requires a second approval of the command, or if the transaction carries out a confirmed request
 * for it. Otherwise the command rolls back, and `runApprovable` stores a request. Call it before the first write.
 * Throws NO_CONFIRMER if no administrator could confirm the request.
 */
export async function requireApproval(tx: Tx, need: Need): Promise<void> {
  const grant = grantOf(tx);
  const priced = priceNeed(await selectRules(tx.query, need.kinds), need);
  if (isConfirmed(grant, need)) return requireConfirmations(tx, grant, priced);
  if (!priced) return;
  if (grant === 'bypass') return recordBypass(tx, priced);
  throw new ApprovalNeeded(await requireConfirmer(tx, priced));
}

/** Returns whether the transaction carries out what a second administrator confirmed, or an operator does without. */
export function isApproved(tx: Tx): boolean {
  return grantOf(tx) !== undefined;
}

/** Runs a command like `runCommand`. If it needs a second approval, stores a request and throws SECOND_APPROVAL_REQUIRED. */
export async function runApprovable<Result>(
  deps: { db: Database },
  who: Principal | { actor: Principal; changing: UserId[] },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await runCommand(deps, who, work);
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error;
    const { need } = error.need;
    const [id] = await runCommand(deps, need.actor, async (tx) => {
      await need.onStore?.(tx);
      await requireSameNeed(tx, need);
      return storeRequests(tx, [error.need]);
    });
    throw approvalRequired(id);
  }
}

/**
 * Stores a request for the command that puts something new into effect, in the transaction that saves it without effect.
 * Returns false if no rule applies. Throws NO_CONFIRMER. `chainId` is the audit chain of what is saved: it is locked before that of requests,
 * as a confirmation does.
 */
export async function holdNew(tx: Tx, need: Need, chainId: string): Promise<boolean> {
  const priced = priceNeed(await selectRules(tx.query, need.kinds), need);
  if (!priced) return false;
  const confirmable = await requireConfirmer(tx, priced);
  await lockChains(tx, [chainId]);
  await storeRequests(tx, [confirmable]);
  return true;
}

/** Throws IDEMPOTENCY_CONFLICT if the key of a command belongs to another command of its maker. */
async function requireSameNeed(tx: Tx, need: Need): Promise<void> {
  const makerId = makerOf(need.actor);
  const requestKey = need.requestKey?.toLowerCase();
  if (!requestKey || !makerId) return;
  const found = await selectByKey(tx.query, { makerId, requestKey, targetIds: [need.targetId] });
  const fingerprint = fingerprintOfNeed(need);
  if (found.some((row) => !row.fingerprint.equals(fingerprint))) {
    throw appError('IDEMPOTENCY_CONFLICT');
  }
}

/**
 * Locks the waiting requests of an account that is being deleted and about it, before wallets and chains. Returns the audit
 * chains in which `endRequestsOf` records their end.
 */
export async function lockRequestsOf(tx: Tx, userId: UserId): Promise<string[]> {
  const rows = await lockWaitingAbout(tx.query, userId);
  return [...new Set([userId, ...rows.map(chainOf)])];
}

/**
 * Ends the waiting requests of a deleted account and about it, and erases its personal data from all of them, in the
 * transaction of the deletion.
 */
export async function endRequestsOf(
  tx: Tx,
  { userId, username }: { userId: UserId; username: string },
): Promise<void> {
  const grant = grantOf(tx);
  const confirmed = grant && grant !== 'bypass' ? grant.requestFingerprint : null;
  const ended = await failWaitingAbout(tx, { userId, confirmed, failure: 'USER_NOT_FOUND' });
  await recordApprovals(tx, 'system', { action: 'approval.fail', rows: ended });
  insertNotifications(
    tx,
    ended.flatMap((row) => (row.makerId === userId ? [] : (toEndNotification(row) ?? []))),
  );
  await eraseEnded(tx, { userId, username });
}

async function recordBypass(tx: Tx, priced: PricedNeed): Promise<void> {
  const row = toRow(tx, priced);
  await recordApprovals(tx, priced.need.actor, { action: 'approval.bypass', rows: [row] });
  await notifyOtherAdmins(tx, null, toBypassNotification(row));
}
