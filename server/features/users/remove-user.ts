import { type TransactionId, transactionId, type UserId } from '#contract/shared/base.ts';
import { type Paise, toPaise } from '#contract/shared/money.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { releaseHolds } from '#server/ledger/holds.ts';
import { postToLedger } from '#server/ledger/post.ts';
import { type BeneficiaryDigests, findDigests } from '#server/ledger/recorded-digests.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, lockChains, recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { deleteFiles } from '#server/platform/files/stored-images.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { earlierAdjustmentsPaise } from '../approvals/day-sums.ts';
import {
  endRequestsOf,
  isApproved,
  lockRequestsOf,
  runApprovable,
} from '../approvals/require-approval.ts';
import { requireOpenClosure } from '../closures/closures.ts';
import { removeNotificationsOf } from '../notifications/notifications.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import { toTransactionEvent } from '../transactions/transactions.events.ts';
import {
  countTransactionsOfUser,
  insertClosure,
  lockPendingOfUser,
  rejectPending,
  type TransactionRow,
} from '../transactions/transactions.ts';
import { lockWebhooksOf, suspendWebhooksOf } from '../webhooks/suspend-webhooks.ts';
import { countTowardsDay } from './adjust-balance.ts';
import { erasePersonalRows, eraseVerifications } from './erase-accounts.queries.ts';
import {
  type LockedUser,
  lockAdminDeletions,
  markDeleted,
  selectAvatars,
} from './users.queries.ts';
import { lockRemovableUser, requireUserApproval } from './users.ts';

interface Removal {
  actor: Actor;
  userId: UserId;
  /** The closure request that the deletion fulfils. */
  closureId?: string | undefined;
}

/**
 * Deletes a user: rejects pending requests, closes the remaining balance and erases personal data. Requests with their
 * receipts, ledger entries and audit records stay under "Deleted account" until the retention time has passed. The time
 * that this takes does not depend on the number of transactions.
 */
export async function removeUser(
  deps: Deps,
  actor: Actor,
  userId: UserId,
  closureId?: string,
): Promise<void> {
  await runApprovable(deps, { actor, changing: [userId] }, (tx) =>
    removeInTransaction(deps, tx, { actor, userId, closureId }),
  );
}

/** Locks in the order of `ledger/wallets.ts`. The lock on the user's row excludes the user's own commands. */
async function removeInTransaction(deps: Deps, tx: Tx, removal: Removal): Promise<void> {
  const { actor, userId, closureId } = removal;
  const refusal = 'DEFAULT_USER_KEPT';
  const user = await lockRemovableUser(tx, { actor, userId, refusal });
  const { username, role } = user;
  if (closureId) await requireOpenClosure(tx, userId, closureId);
  const pending = await lockPendingOfUser(tx, userId);
  const chainIds = await lockRequestsOf(tx, userId);
  const { balancePaise } = await lockWallet(tx, userId);
  await requireRemovalApproval(tx, { ...removal, user, balancePaise });
  if (balancePaise > 0 && !isApproved(tx)) {
    await countTowardsDay(tx, actor.userId, balancePaise);
  }
  await lockWebhooksOf(tx, userId);
  const { rejected, entries } = await settle(tx, { actor, user, pending });
  await endSessionsOfUser(tx, { userId, reason: 'inactive' });
  await deleteFiles(deps, tx, await eraseVerifications(tx, userId));
  await deleteFiles(deps, tx, await selectAvatars(tx.query, userId));
  await removeNotificationsOf(tx, userId);
  const isErasurePending = await erasePersonalRows(tx.query, { userId, at: tx.at });
  if (role === 'admin') await lockAdminDeletions(tx.query);
  await markDeleted(tx.query, { userId, at: tx.at, isErasurePending });
  await lockChains(tx, chainIds);
  await recordAudit(tx, { actor, entries });
  if (role === 'admin') {
    await notifyOfChange(tx, { kind: 'adminRemoved', actor, person: { userId, username } });
  }
  await endRequestsOf(tx, { userId, username });
  await suspendWebhooksOf(tx, { actor, userId, reason: 'owner_deleted' });
  const rejectedTransactions = rejected.map(({ id }) => id);
  enqueueWebhookEvents(tx, [{ type: 'user.deleted', data: { userId, rejectedTransactions } }]);
  const gone = { entity: 'user', op: 'delete', userId } as const;
  const payloads = [gone, ...rejected.map((row) => toTransactionEvent('update', row))];
  publish(
    tx,
    payloads.map((payload) => ({ forAdmins: true, payload })),
  );
}

/** A balance that the deletion closes follows the rule of adjustments, too: its money leaves the account. */
async function requireRemovalApproval(
  tx: Tx,
  { actor, user, closureId, balancePaise }: Removal & { user: LockedUser; balancePaise: Paise },
): Promise<void> {
  const { userId, username, role, status } = user;
  const closed = balancePaise > 0 ? { balancePaise } : {};
  const account = { actorId: actor.userId, ownerId: userId };
  await requireUserApproval(tx, user, {
    actor,
    command: 'users.remove',
    // If the balance changes while the request waits, the confirmation fails.
    input: { userId, ...(closureId && { closureId }), ...closed },
    ...(balancePaise > 0
      ? {
          kinds: ['deletion', 'adjustment'],
          amountPaise: balancePaise,
          earlierPaise: await earlierAdjustmentsPaise(tx, {
            ...account,
            differencePaise: -balancePaise,
          }),
        }
      : { kinds: ['deletion'] }),
    change: {
      action: 'user.delete',
      entity: 'user',
      before: { username, role, status, ...closed },
      after: null,
    },
  });
}

interface Settlement {
  actor: Actor;
  user: LockedUser;
  pending: TransactionRow[];
}

/** Rejects pending requests and closes the balance. Returns the rejected requests and the audit entries. */
async function settle(
  tx: Tx,
  { actor, user, pending }: Settlement,
): Promise<{ rejected: TransactionRow[]; entries: AuditEntry[] }> {
  const { userId, username, role, status } = user;
  const held = pending.filter((row) => row.type === 'withdrawal');
  await releaseHolds(
    tx,
    held.map((row) => ({ userId, amountPaise: toPaise(row.amountPaise) })),
  );
  const { balancePaise } = await lockWallet(tx, userId);
  const transactions = await countTransactionsOfUser(tx, userId);
  const rejected = rejectPending(tx, { actor, pending });
  const digests = await findDigests(tx, rejected);
  const closed = await closeBalance(tx, { actor, userId });
  const deletion: AuditEntry = {
    chainId: userId,
    action: 'user.delete',
    entity: 'user',
    entityId: userId,
    // The username, because the account can no longer be looked up.
    before: { username, role, status, balancePaise, transactions },
    after: { closure: null, ...closed, balancePaise: 0, rejected: rejected.length },
  };
  return { rejected, entries: [...rejected.map((row) => toRejection(row, digests)), deletion] };
}

/** Takes the remaining balance out of the wallet by a transaction. Returns it, or undefined if nothing remained. */
async function closeBalance(
  tx: Tx,
  { actor, userId }: Removal,
): Promise<{ closure: TransactionId; referenceId: string } | undefined> {
  const { balancePaise } = await lockWallet(tx, userId);
  if (balancePaise === 0) return undefined;
  const row = await insertClosure(tx, { actor, userId, amountPaise: balancePaise });
  const closure = transactionId.parse(row.id);
  await postToLedger(tx, [
    { transactionId: closure, userId, amountPaise: toPaise(-balancePaise), payment: null },
  ]);
  return { closure, referenceId: row.referenceId };
}

function toRejection(row: TransactionRow, digests: BeneficiaryDigests): AuditEntry {
  const { id, userId: chainId, status, type, amountPaise, referenceId } = row;
  const beneficiarySha256 = digests.get(id);
  return {
    chainId,
    action: 'transaction.reject',
    entity: 'transaction',
    entityId: id,
    before: { status: 'pending' },
    after: {
      status,
      type,
      amountPaise,
      referenceId,
      beneficiarySha256,
      becauseOf: 'user.delete',
    },
  };
}
