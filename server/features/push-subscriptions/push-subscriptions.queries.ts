import type { NewPushSubscription } from '#contract/push-subscriptions/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { boolean, selectValue } from '#server/db/selection.ts';
import { DEVICE_IS_OPEN } from '#server/platform/mail/queue.ts';

export interface NewDevice extends NewPushSubscription {
  userId: UserId;
  id: string;
  sessionId: string;
  serverKey: string;
}

/** SQL: the hash by which an endpoint is found. */
const HASH = (parameter: number) => `sha256(convert_to($${parameter}, 'UTF8'))`;

/** Returns whether the whole table has as many devices as `limit`. */
export async function isFull(query: Query, limit: number): Promise<boolean> {
  const rest = 'FROM (SELECT FROM push_subscriptions LIMIT $1) s';
  return (await selectValue(query, boolean('count(*) >= $1'), rest, [limit])) ?? false;
}

/**
 * Ends notifications of other people at an endpoint. Only the same browser knows the secret: someone who merely knows the
 * endpoint ends nothing.
 */
export async function removeOthers(
  query: Query,
  { userId, endpoint, keys }: Pick<NewDevice, 'userId' | 'endpoint' | 'keys'>,
): Promise<void> {
  await query(
    `DELETE FROM push_subscriptions WHERE endpoint_hash = ${HASH(1)} AND user_id <> $2 AND auth = $3`,
    [endpoint, userId, keys.auth],
  );
}

export async function upsertDevice(query: Query, device: NewDevice): Promise<void> {
  const { userId, id, sessionId, endpoint, keys, serverKey } = device;
  await query(
    `INSERT INTO push_subscriptions (user_id, id, session_id, endpoint, endpoint_hash, p256dh, auth, server_key, created_at)
     VALUES ($1, $2, $3, $4, ${HASH(4)}, $5, $6, $7, clock_timestamp())
     ON CONFLICT (user_id, endpoint_hash) DO UPDATE SET session_id = excluded.session_id, p256dh = excluded.p256dh,
       auth = excluded.auth, server_key = excluded.server_key, created_at = excluded.created_at`,
    [userId, id, sessionId, endpoint, keys.p256dh, keys.auth, serverKey],
  );
}

/** Removes the oldest devices of a person beyond `kept`. */
export async function removeBeyond(query: Query, userId: UserId, kept: number): Promise<void> {
  await query(
    `DELETE FROM push_subscriptions WHERE user_id = $1 AND id IN (
       SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
    [userId, kept],
  );
}

export async function removeDevice(query: Query, userId: UserId, endpoint: string): Promise<void> {
  await query(`DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint_hash = ${HASH(2)}`, [
    userId,
    endpoint,
  ]);
}

/** Deletes devices whose session has ended. Nothing is sent to them since its end. */
export async function deleteClosedDevices(query: Query): Promise<void> {
  await query(`DELETE FROM push_subscriptions s WHERE NOT ${DEVICE_IS_OPEN}`);
}
