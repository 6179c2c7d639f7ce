import { MAX_API_KEYS, MAX_ENDED_API_KEYS } from '#contract/api-keys/rules.ts';
import type { ApiKey, ApiKeyForm } from '#contract/api-keys/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { toIndianDay } from '#server/base/days.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { stateOf } from '#server/platform/auth/api-key-state.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { findHeldTargets } from '../approvals/hold-batch.ts';
import { holdNew, requireApproval, runApprovable } from '../approvals/require-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { notifyAdmins } from '../notifications/notifications.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { endKeySessions } from '../sessions/end-sessions.ts';
import { type NotifiedSuspension, toSuspensionNotification } from './api-keys.events.ts';
import {
  type ApiKeyRow,
  countUsableKeys,
  deleteKeyDaysBefore,
  forgetOldApiKeys,
  insertApiKey,
  lockApiKey,
  markApiKeyResumed,
  markApiKeyRevoked,
  markApiKeysSuspended,
  selectApiKeys,
} from './api-keys.queries.ts';
import { hashSecret, newSecret } from './authenticate-key.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Of all users: every administrator may revoke any key. */
export async function listApiKeys({ db, clock }: Deps): Promise<ApiKey[]> {
  const now = clock.now();
  const rows = await selectApiKeys(db.query);
  const ids = rows.filter(needsApproval).map(({ id }) => id);
  const held = await findHeldTargets({ db, clock }, { command: 'apiKeys.resume', ids });
  return rows.map((row) => {
    const key = present(row, now);
    const isOver = needsApproval(row) && !held.has(row.id);
    return isOver ? { ...key, suspensionReason: 'not_approved' } : key;
  });
}

const needsApproval = ({ suspensionReason }: ApiKeyRow) => suspensionReason === 'needs_approval';

/** If a rule covers API keys, the new key is suspended, and a request for its activation is stored. */
export async function createApiKey(
  deps: Deps,
  actor: Actor,
  { name, scopes, days, dayPaise, dayCommands }: ApiKeyForm,
): Promise<{ key: ApiKey; secret: string }> {
  if (name === '') throw appError('API_KEY_NAME_REQUIRED');
  if (scopes.length === 0) throw appError('API_KEY_SCOPES_REQUIRED');
  const secret = newSecret();
  const row = {
    id: newId(),
    name,
    scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
    lastFour: secret.slice(-4),
    dayPaise,
    dayCommands,
  };
  const { userId } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    // The lock of the owner serializes creations, so that the count is exact.
    if ((await countUsableKeys(tx.query, userId, tx.at)) >= MAX_API_KEYS) {
      throw appError('TOO_MANY_API_KEYS', { limit: MAX_API_KEYS });
    }
    const expiresAt = new Date(tx.at.getTime() + days * DAY_MS);
    const made = { ...row, userId, createdAt: tx.at, expiresAt, secretHash: hashSecret(secret) };
    const isHeld = await holdNew(tx, resumption(actor, made), 'api-keys');
    const suspensionReason = isHeld ? 'needs_approval' : null;
    await insertApiKey(tx.orm, { ...made, ...unused, suspensionReason });
    await forgetOldApiKeys(tx.query, userId, { now: tx.at, kept: MAX_ENDED_API_KEYS });
    const key = await getKey(tx, row.id);
    await recordChange(tx, { actor, action: 'api-key.insert', key });
    return { key: present(key, tx.at), secret };
  });
}

const unused = { lastUsedAt: null, revokedAt: null, revokedBy: null };

type KeyRecord = Pick<
  ApiKeyRow,
  'name' | 'scopes' | 'lastFour' | 'expiresAt' | 'dayPaise' | 'dayCommands'
>;

function resumption(actor: Actor, key: KeyRecord & { id: string }): Need {
  return {
    ...{ actor, kinds: ['apiKey'], command: 'apiKeys.resume', input: { id: key.id } },
    targetId: key.id,
    change: { action: 'api-key.resume', entity: 'api-key', before: null, after: toRecord(key) },
  };
}

/** Revokes any user's key, after waiting for running commands that use it, and ends the sessions that its links opened. Throws API_KEY_NOT_FOUND. */
export async function revokeApiKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const key = await getKey(tx, id);
    // If another administrator revoked it concurrently, the call succeeds.
    if (key.revokedAt !== null) return;
    await markApiKeyRevoked(tx.query, id, { by: actor.userId, at: tx.at });
    const ended = await endKeySessions(tx, id);
    // The chains of users sort before that of the keys.
    await recordAudit(tx, { actor, entries: ended });
    await recordChange(tx, { actor, action: 'api-key.revoke', key });
  });
}

/** Throws API_KEY_NOT_FOUND or SECOND_APPROVAL_REQUIRED. The key stays unusable while its owner is not an active administrator. */
export async function resumeApiKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runApprovable(deps, actor, async (tx) => {
    const key = await getKey(tx, id);
    if (key.suspensionReason === null) return;
    await requireApproval(tx, resumption(actor, key));
    await markApiKeyResumed(tx.query, id);
    await recordChange(tx, { actor, action: 'api-key.resume', key });
  });
}

/**
 * Suspends a user's API keys until an administrator resumes them, and notifies administrators. Runs in the transaction
 * that sets the password, whose lock of the user's row prevents new keys. Call it after the user's own audit record:
 * audit chains are locked by id, and `api-keys` sorts after every user id.
 */
export async function suspendApiKeysOf(
  tx: Tx,
  {
    actor,
    userId,
    username,
    reason,
  }: { actor: Principal | 'system'; userId: UserId; username: string; reason: NotifiedSuspension },
): Promise<void> {
  const ids = await markApiKeysSuspended(tx.query, userId, { reason, at: tx.at });
  if (ids.length === 0) return;
  const entry = { chainId: 'api-keys', action: 'api-key.suspend', entity: 'api-key' } as const;
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

/** Removes the counters of past days. */
export async function pruneKeyDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  // A command that began before midnight may still count for yesterday.
  const before = toIndianDay(new Date(clock.now().getTime() - DAY_MS));
  await deleteKeyDaysBefore(db.query, before);
}

async function getKey(tx: Tx, id: string): Promise<ApiKeyRow> {
  const key = await lockApiKey(tx.query, id);
  if (!key) throw appError('API_KEY_NOT_FOUND');
  return key;
}

function present({ userId: _, username, role, status, ...key }: ApiKeyRow, now: Date): ApiKey {
  return { ...key, ownerName: username, state: stateOf({ ...key, role, status }, now) };
}

const KINDS = {
  'api-key.insert': 'apiKeyCreated',
  'api-key.revoke': 'apiKeyRevoked',
  'api-key.resume': 'apiKeyResumed',
} as const;

type Change = {
  actor: Actor;
  action: 'api-key.insert' | 'api-key.revoke' | 'api-key.resume';
  key: ApiKeyRow;
};

async function recordChange(tx: Tx, { actor, action, key }: Change): Promise<void> {
  const record = toRecord(key);
  const [before, after] = action === 'api-key.revoke' ? [record, null] : [null, record];
  const subject = { chainId: 'api-keys', entity: 'api-key', entityId: key.id } as const;
  await recordAudit(tx, { actor, entries: [{ ...subject, action, before, after }] });
  await notifyOfChange(tx, {
    ...{ kind: KINDS[action], actor },
    person: { userId: key.userId, username: key.username },
  });
  publish(tx, [{ forAdmins: true, payload: { entity: 'settings', op: 'update' } }]);
}

function toRecord(key: KeyRecord): KeyRecord {
  const { name, scopes, lastFour, expiresAt, dayPaise, dayCommands } = key;
  return { name, scopes, lastFour, expiresAt, dayPaise, dayCommands };
}
