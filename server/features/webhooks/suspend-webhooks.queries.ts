import type { UserId } from '#contract/shared/base.ts';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { Query } from '#server/db/database.ts';
import { webhookEndpoints } from '#server/db/schema/webhooks.ts';
import { type Selected, select, selectionOf } from '#server/db/selection.ts';

const stopped = selectionOf(webhookEndpoints, 'e', ['id', 'url']);
export type StoppedWebhook = Selected<typeof stopped>;

/** Deactivates the active webhooks of an owner and returns them. Locks them in id order. */
export async function stopWebhooksOf(
  query: Query,
  { userId, reason }: { userId: UserId; reason: StopReason },
): Promise<StoppedWebhook[]> {
  return select(
    query,
    stopped,
    `WITH owned AS (
       SELECT id FROM webhook_endpoints WHERE owner_id = $1 AND is_active ORDER BY id FOR UPDATE)
     UPDATE webhook_endpoints e SET is_active = false, stop_reason = $2
     FROM owned WHERE e.id = owned.id RETURNING ${stopped.sql}`,
    [userId, reason],
  );
}

/** Locks the active webhooks of an owner by id until the transaction ends. Returns how many there are. */
export async function lockActiveWebhooksOf(query: Query, userId: UserId): Promise<number> {
  const locked = await query(
    'SELECT 1 FROM webhook_endpoints WHERE owner_id = $1 AND is_active ORDER BY id FOR UPDATE',
    [userId],
  );
  return locked.length;
}
