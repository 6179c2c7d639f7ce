import { MIN_PASSWORD_LENGTH } from '#contract/users/rules.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  digestPasswordHash,
  hashPassword,
  verifyPassword,
} from '#server/platform/auth/password.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { suspendApiKeysOf } from '../api-keys/api-keys.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import { checkPassword } from '../sessions/throttle/throttle-logins.ts';
import { requireStrongPassword } from './password-rules.ts';
import { findPasswordHash, replacePasswordHash } from './users.queries.ts';

/**
 * Changes the caller's password, ends their other sessions and suspends their API keys. A wrong current password counts
 * as a failed login. Throws, in the order of section 5 of the specification, ALL_FIELDS_REQUIRED, PASSWORD_TOO_SHORT,
 * USER_NOT_FOUND or CURRENT_PASSWORD_INCORRECT; then PASSWORD_UNCHANGED, ADMIN_PASSWORD_TOO_SHORT or WEAK_PASSWORD;
 * or TOO_MANY_ATTEMPTS.
 */
export async function changeOwnPassword(
  deps: Deps,
  actor: Actor,
  {
    currentPassword,
    newPassword,
    device,
  }: { currentPassword: string; newPassword: string; device: string | undefined },
): Promise<void> {
  if (currentPassword === '' || newPassword === '') throw appError('ALL_FIELDS_REQUIRED');
  if (newPassword.length < MIN_PASSWORD_LENGTH) throw appError('PASSWORD_TOO_SHORT');
  const knownHash = await requireOwnPassword(deps, actor, { currentPassword, device });
  if (currentPassword === newPassword) throw appError('PASSWORD_UNCHANGED');
  await requireStrongPassword(deps, newPassword, actor);
  const newHash = await hashPassword(newPassword);
  await replacePassword(deps, actor, { knownHash, newHash });
}

/**
 * Returns the hash of the caller's password. A wrong one counts as a failed login. Throws ALL_FIELDS_REQUIRED,
 * USER_NOT_FOUND, CURRENT_PASSWORD_INCORRECT or TOO_MANY_ATTEMPTS.
 */
export async function requireOwnPassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, device }: { currentPassword: string; device?: string | undefined },
): Promise<string> {
  if (currentPassword === '') throw appError('ALL_FIELDS_REQUIRED');
  const knownHash = await findPasswordHash(deps.db.query, actor.userId);
  if (knownHash === undefined) throw appError('USER_NOT_FOUND');
  const guesser = { username: actor.username, ip: actor.ip, device, session: actor.credential.id };
  const isRight = await checkPassword(
    deps,
    guesser,
    async () => (await verifyPassword(knownHash, currentPassword)) || undefined,
  );
  if (!isRight) throw appError('CURRENT_PASSWORD_INCORRECT');
  return knownHash;
}

async function replacePassword(
  deps: Deps,
  actor: Actor,
  hashes: { knownHash: string; newHash: string },
): Promise<void> {
  const { userId, username, credential } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    // If two changes run concurrently, the current password of the second one is no longer right.
    const isReplaced = await replacePasswordHash(tx.query, userId, hashes);
    if (!isReplaced) throw appError('CURRENT_PASSWORD_INCORRECT');
    await endSessionsOfUser(tx, { userId, except: credential.id, reason: 'password_changed' });
    const entry = {
      chainId: userId,
      action: 'user.password',
      entity: 'user',
      entityId: userId,
    } as const;
    const after = { passwordSha256: digestPasswordHash(hashes.newHash) };
    await recordAudit(tx, { actor, entries: [{ ...entry, before: null, after }] });
    await suspendApiKeysOf(tx, { actor, userId, username, reason: 'password_changed' });
    await notifyOfChange(tx, { kind: 'passwordChanged', actor, person: actor });
  });
}
