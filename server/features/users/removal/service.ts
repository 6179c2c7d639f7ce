import { transactionId, type UserId } from '#contract/shared/base.ts';
import { toPaise } from '#contract/shared/money.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { releaseHolds } from '#server/ledger/holds.ts';
import { postToLedger } from '#server/ledger/post.ts';
import { closeWallet, lockWallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { deleteFiles } from '#server/platform/files/stored-images.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { runApprovable } from '../../approvals/service.ts';
import { removeNotificationsOf } from '../../notifications/service.ts';
import { endSessionsOfUser } from '../../sessions/service.ts';
import {
  deleteTransactionsOfUser,
  hasMoreTransactions,
  type LockedTransaction,
  lockTransactionsOfUser,
} from '../../transactions/service.ts';
import { enqueueWebhookEvents, lockWebhooksOf, suspendWebhooksOf } from '../../webhooks/service.ts';
import {
  deletePerson,
  type LockedUser,
  lockUserForDelete,
  selectPersonalFiles,
} from '../queries.ts';
import { lockRemovableUser, requireUserApproval } from '../service.ts';

const MAX_ATTEMPTS = 10;

/** Thrown if a balance was adjusted while its owner's rows were being locked: the attempt is repeated. */
class ConcurrentAdjustmentError extends Error {}

/**
 * Deletes a user. Rejects pending requests, closes the remaining balance by a ledger entry and deletes all personal
 * data. Ledger entries and audit records remain. Ends sessions and streams, and suspends the user's webhooks. Throws
 * USER_NOT_FOUND, DEFAULT_USER_KEPT or OWN_ACCOUNT_PROTECTED.
 */
export async function removeUser(deps: Deps, actor: Actor, userId: UserId): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runApprovable(deps, { actor, changing: [userId] }, (tx) =>
        removeOnce(deps, tx, { actor, userId }),
      );
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentAdjustmentError) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

interface Removal {
  actor: Actor;
  userId: UserId;
}

/** Locks in the order of `ledger/wallets.ts`. After the second lock on the user, no new row can reference the user. */
async function removeOnce(deps: Deps, tx: Tx, { actor, userId }: Removal): Promise<void> {
  const refusal = 'DEFAULT_USER_KEPT';
  const user = await lockRemovableUser(tx, { actor, userId, refusal });
  const { username, role, status } = user;
  await requireUserApproval(tx, user, {
    ...{ actor, kinds: ['deletion'], command: 'users.remove', input: { userId } },
    change: {
      ...({ action: 'user.delete', entity: 'user' } as const),
      before: { username, role, status },
      after: null,
    },
  });
  const rows = await lockTransactionsOfUser(tx, userId);
  await lockWallet(tx, userId);
  await lockWebhooksOf(tx, userId);
  await lockUserForDelete(tx.query, userId);
  if (await hasMoreTransactions(tx, userId, rows.length)) throw new ConcurrentAdjustmentError();
  const entries = await settle(tx, { user, rows });
  await endSessionsOfUser(tx, { userId, reason: 'inactive' });
  await deleteFiles(deps, tx, await selectPersonalFiles(tx.query, userId));
  await removeNotificationsOf(tx, userId);
  await deleteTransactionsOfUser(tx, userId);
  await closeWallet(tx, userId);
  await deletePerson(tx.query, userId);
  await recordAudit(tx, { actor, entries });
  await suspendWebhooksOf(tx, { actor, userId, reason: 'owner_deleted' });
  const pending = rows.filter((row) => row.status === 'pending');
  const rejectedTransactions = pending.map(({ id }) => id);
  enqueueWebhookEvents(tx, [{ type: 'user.deleted', data: { userId, rejectedTransactions } }]);
  await publishRemoval(tx, { userId, rows });
}

/** Rejects pending requests and closes the balance; returns the audit entries. */
async function settle(
  tx: Tx,
  { user, rows }: { user: LockedUser; rows: LockedTransaction[] },
): Promise<AuditEntry[]> {
  const { userId, username, role, status } = user;
  const pending = rows.filter((row) => row.status === 'pending');
  const held = pending.filter((row) => row.type === 'withdrawal');
  const releases = held.map((row) => ({ userId, amountPaise: toPaise(row.amountPaise) }));
  await releaseHolds(tx, releases);
  const { balancePaise } = await lockWallet(tx, userId);
  const closureId = newId();
  if (balancePaise > 0) {
    const amountPaise = toPaise(-balancePaise);
    const posting = { transactionId: transactionId.parse(closureId), userId, amountPaise };
    await postToLedger(tx, [posting]);
  }
  const closure = balancePaise > 0 ? closureId : null;
  return [
    ...pending.map((row) => toRejection(userId, row)),
    {
      chainId: userId,
      action: 'user.delete',
      entity: 'user',
      entityId: userId,
      // The username, because the account can no longer be looked up.
      before: { username, role, status, balancePaise, transactions: rows.length },
      after: { closure, rejected: pending.length },
    },
  ];
}

function toRejection(userId: UserId, { id, type, amountPaise }: LockedTransaction): AuditEntry {
  return {
    chainId: userId,
    action: 'transaction.reject',
    entity: 'transaction',
    entityId: id,
    before: { status: 'pending' },
    after: { status: 'rejected', type, amountPaise, becauseOf: 'user.delete' },
  };
}

async function publishRemoval(
  tx: Tx,
  { userId, rows }: { userId: UserId; rows: LockedTransaction[] },
): Promise<void> {
  const user = { entity: 'user', op: 'delete', userId } as const;
  const pending = rows.filter((row) => row.status === 'pending');
  const gone = pending.map(({ id, type, amountPaise }) => ({
    ...({ entity: 'transaction', op: 'delete', audience: 'admin', status: 'rejected' } as const),
    id,
    userId,
    type,
    amountPaise,
  }));
  const payloads = [user, ...gone];
  publish(
    tx,
    payloads.map((payload) => ({ forAdmins: true, payload })),
  );
}
