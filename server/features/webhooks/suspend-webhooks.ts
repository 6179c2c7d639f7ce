import type { UserId } from '#contract/shared/base.ts';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { lockChains, recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { notifyAdmins } from '../notifications/notifications.ts';
import {
  lockActiveWebhooksOf,
  type StoppedWebhook,
  stopWebhooksOf,
} from './suspend-webhooks.queries.ts';
import { toStopNotification } from './webhooks.events.ts';

const CHAIN = 'webhooks';

interface Suspension {
  actor: Principal | 'system';
  userId: UserId;
  reason: Extract<StopReason, 'owner_deleted' | 'owner_demoted' | 'owner_deactivated'>;
}

/**
 * Deactivates a user's active webhooks in the transaction that revokes the user's rights, and notifies administrators.
 * Call it after the user's own audit record: audit chains are locked by id, and `webhooks` sorts after every user id.
 */
export async function suspendWebhooksOf(
  tx: Tx,
  { actor, userId, reason }: Suspension,
): Promise<void> {
  for (const webhook of await stopWebhooksOf(tx.query, { userId, reason })) {
    await recordStop(tx, { actor, webhook, reason });
  }
}

/**
 * Locks what `suspendWebhooksOf` changes, for a transaction that deletes the person. Call it before the user's row is
 * locked against new rows: a webhook that stops is locked, and its audit chain, before administrators' notifications
 * lock the rows of their receivers.
 */
export async function lockWebhooksOf(tx: Tx, userId: UserId): Promise<void> {
  if ((await lockActiveWebhooksOf(tx.query, userId)) > 0) await lockChains(tx, [CHAIN]);
}

interface Stop {
  actor: Principal | 'system';
  webhook: StoppedWebhook;
  reason: Exclude<StopReason, 'needs_approval'>;
}

/** Records that a webhook was switched off, notifies administrators and updates their screens. */
export async function recordStop(tx: Tx, { actor, webhook, reason }: Stop): Promise<void> {
  const { id, url } = webhook;
  const entry = {
    chainId: CHAIN,
    action: 'webhook.stop',
    entity: 'webhook',
    entityId: id,
    before: { isActive: true },
    after: { isActive: false, stopReason: reason },
  } as const;
  await recordAudit(tx, { actor, entries: [entry] });
  await notifyAdmins(tx, toStopNotification(url, reason));
  publish(tx, [{ forAdmins: true, payload: { entity: 'webhook', op: 'update', id } }]);
}
