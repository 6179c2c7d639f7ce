import { MAX_PUSH_DEVICES } from '#contract/push-subscriptions/rules.ts';
import type { NewPushSubscription } from '#contract/push-subscriptions/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { isPublicAddress, literalAddress } from '#server/base/outbound.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { getPushKey } from './push-keys.ts';
import {
  deleteClosedDevices,
  isFull,
  removeBeyond,
  removeDevice,
  removeOthers,
  upsertDevice,
} from './push-subscriptions.queries.ts';

/** Devices of all people. Beyond it no more are added, so that strangers cannot fill the table. */
const MAX_DEVICES = 200_000;

/** Null if this server sends no notifications to devices. */
export async function getPublicKey(
  deps: Pick<Deps, 'db' | 'config'>,
): Promise<{ publicKey: string | null }> {
  return { publicKey: (await getPushKey(deps))?.publicKey ?? null };
}

/**
 * Sends notifications to a device until the caller's session ends. The same device is renewed, and the oldest of too many is
 * replaced. Throws PUSH_UNAVAILABLE or PUSH_SUBSCRIPTION_INVALID.
 */
export async function saveDevice(
  deps: Deps,
  actor: Actor,
  { endpoint, keys }: NewPushSubscription,
): Promise<void> {
  const key = await getPushKey(deps);
  if (!key) throw appError('PUSH_UNAVAILABLE');
  if (!isPushService(endpoint) || !isCurvePoint(keys.p256dh)) {
    throw appError('PUSH_SUBSCRIPTION_INVALID');
  }
  const { userId, credential } = actor;
  const serverKey = key.publicKey;
  const device = { userId, id: newId(), sessionId: credential.id, endpoint, keys, serverKey };
  // Locks the user's row, so that the number is exact.
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (await isFull(tx.query, MAX_DEVICES)) throw appError('PUSH_UNAVAILABLE');
    await removeOthers(tx.query, device);
    await upsertDevice(tx.query, device);
    await removeBeyond(tx.query, userId, MAX_PUSH_DEVICES);
  });
}

/** Ignores an unknown device. */
export async function endDevice(deps: Deps, actor: Actor, endpoint: string): Promise<void> {
  await runCommand(deps, actor, (tx) => removeDevice(tx.query, actor.userId, endpoint));
}

export async function pruneDevices({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteClosedDevices(db.query);
}

/** Host names are checked at each connection, because their addresses may change. */
function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.hash || url.port !== '') {
    return false;
  }
  const address = literalAddress(url);
  return address === undefined || isPublicAddress(address);
}

/** An uncompressed point begins with 4. Whether it is on the curve is found when a message is encrypted. */
function isCurvePoint(p256dh: string): boolean {
  return Buffer.from(p256dh, 'base64url')[0] === 4;
}
