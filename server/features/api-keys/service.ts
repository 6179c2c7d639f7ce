import type { ApiKey, ApiKeyForm } from '#contract/api-keys.ts';
import type { UserId } from '#contract/base.ts';
import { API_SCOPES, MAX_API_KEYS, MAX_ENDED_API_KEYS } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { stateOf } from '#server/lib/api-key-state.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { runCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Actor, Doer } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { hashSecret, newSecret } from './bearer.ts';
import { type NotifiedSuspension, toSuspensionNotification } from './notices.ts';
import {
  type ApiKeyRow,
  countUsableKeys,
  forgetOldApiKeys,
  insertApiKey,
  lockApiKey,
  markApiKeyResumed,
  markApiKeyRevoked,
  markApiKeysSuspended,
  selectApiKeys,
} from './queries.ts';

export { authenticateKey, bringsKey, showKeyRate } from './bearer.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Everyone's keys, the newest first: whoever keeps the installation safe sees them all. */
export async function listApiKeys({ db, clock }: Deps): Promise<ApiKey[]> {
  const now = clock.now();
  return (await selectApiKeys(db.query)).map((row) => present(row, now));
}

/**
 * Makes a key that acts as its maker. Its secret is returned here and kept nowhere. Throws
 * API_KEY_NAME_REQUIRED, API_KEY_SCOPES_REQUIRED or TOO_MANY_API_KEYS.
 */
export async function createApiKey(
  deps: Deps,
  actor: Actor,
  { name, scopes, days }: ApiKeyForm,
): Promise<{ key: ApiKey; secret: string }> {
  if (name === '') throw appError('API_KEY_NAME_REQUIRED');
  if (scopes.length === 0) throw appError('API_KEY_SCOPES_REQUIRED');
  const secret = newSecret();
  const row = {
    id: newId(),
    name,
    // Each once, in the order of the list.
    scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
    lastFour: secret.slice(-4),
  };
  const { userId } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    // One after the other, by the lock of their maker, so that they are counted.
    if ((await countUsableKeys(tx.query, userId, tx.at)) >= MAX_API_KEYS) {
      throw appError('TOO_MANY_API_KEYS', { limit: MAX_API_KEYS });
    }
    const expiresAt = days === null ? null : new Date(tx.at.getTime() + days * DAY_MS);
    const made = { ...row, userId, createdAt: tx.at, expiresAt, secretHash: hashSecret(secret) };
    await insertApiKey(tx.orm, made);
    await forgetOldApiKeys(tx.query, userId, { now: tx.at, kept: MAX_ENDED_API_KEYS });
    const key = await getKey(tx, row.id);
    await tell(tx, { actor, action: 'api-key.insert', key });
    return { key: present(key, tx.at), secret };
  });
}

/** Ends a key, whoever made it: commands that use it are finished first. Throws API_KEY_NOT_FOUND. */
export async function revokeApiKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const key = await getKey(tx, id);
    // Revoked by somebody else at the same moment: it is what was wanted.
    if (key.revokedAt !== null) return;
    await markApiKeyRevoked(tx.query, id, { by: actor.userId, at: tx.at });
    await tell(tx, { actor, action: 'api-key.revoke', key });
  });
}

/**
 * Accepts a key again that was suspended by itself; one whose owner is no active administrator stays suspended. Throws
 * API_KEY_NOT_FOUND.
 */
export async function resumeApiKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const key = await getKey(tx, id);
    if (key.suspensionReason === null) return;
    await markApiKeyResumed(tx.query, id);
    await tell(tx, { actor, action: 'api-key.resume', key });
  });
}

/**
 * Suspends a person's API keys until an administrator resumes them, and notifies administrators; in the transaction
 * that sets the person's password, whose lock of the user's row keeps new keys out. Call it after the person's own
 * audit record: audit chains are locked by id, and `api-keys` sorts after every user id.
 */
export async function suspendApiKeysOf(
  tx: Tx,
  {
    actor,
    userId,
    username,
    reason,
  }: { actor: Doer | 'system'; userId: UserId; username: string; reason: NotifiedSuspension },
): Promise<void> {
  const ids = await markApiKeysSuspended(tx.query, userId, { reason, at: tx.at });
  if (ids.length === 0) return;
  const entry = { chainId: 'api-keys', action: 'api-key.suspend', entity: 'api-key' };
  const entries = ids.map((id) => ({
    ...entry,
    entityId: id,
    before: null,
    after: { suspensionReason: reason },
  }));
  await recordAudit(tx, { actor, entries });
  await notifyAdmins(tx, toSuspensionNotification(username, reason));
  publish(tx, [{ forAdmins: true, payload: { entity: 'settings', op: 'update' } }]);
}

async function getKey(tx: Tx, id: string): Promise<ApiKeyRow> {
  const key = await lockApiKey(tx.query, id);
  if (!key) throw appError('API_KEY_NOT_FOUND');
  return key;
}

function present({ username, role, status, ...key }: ApiKeyRow, now: Date): ApiKey {
  return { ...key, ownerName: username, state: stateOf({ ...key, role, status }, now) };
}

type Change = {
  actor: Actor;
  action: 'api-key.insert' | 'api-key.revoke' | 'api-key.resume';
  key: ApiKeyRow;
};

async function tell(tx: Tx, { actor, action, key }: Change): Promise<void> {
  const { id, name, scopes, lastFour, expiresAt } = key;
  const record = { name, scopes, lastFour, expiresAt };
  const [before, after] = action === 'api-key.revoke' ? [record, null] : [null, record];
  const entry = { chainId: 'api-keys', entity: 'api-key', entityId: id, action, before, after };
  await recordAudit(tx, { actor, entries: [entry] });
  publish(tx, [{ forAdmins: true, payload: { entity: 'settings', op: 'update' } }]);
}
