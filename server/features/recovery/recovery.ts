import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { MAILS_PER_DAY, RESET_MINUTES } from '#contract/recovery/rules.ts';
import { type UserId, userId as userIdSchema } from '#contract/shared/base.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/users/rules.ts';
import { appError, describeError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { digestPasswordHash, hashPassword } from '#server/platform/auth/password.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import type { Config } from '#server/platform/config/config.ts';
import { queueMail } from '#server/platform/mail/queue.ts';
import { suspendApiKeysOf } from '../api-keys/api-keys.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import { countAsFailed } from '../sessions/throttle/throttle-logins.ts';
import { getSettings } from '../settings/settings.ts';
import { requireStrongPassword } from '../users/password-rules.ts';
import {
  countReset,
  findAccount,
  findAccountNamed,
  isTokenValid,
  lockAccount,
  replacePassword,
  takeToken,
} from './recovery.queries.ts';

const MINUTE_MS = 60_000;
/** Accounts are looked up one at a time, after the response. */
const lookups = pLimit(1);
const MAX_LOOKUPS = 100;

export async function getRecoveryOptions(deps: Deps) {
  const { supportPhone, supportEmail } = await getSettings(deps);
  return { isAvailable: deps.config.mail !== undefined, supportPhone, supportEmail };
}

/** Throws RECOVERY_UNAVAILABLE if the server sends no mails. */
export function requireMail({ mail }: Pick<Config, 'mail'>): void {
  if (!mail) throw appError('RECOVERY_UNAVAILABLE');
}

/**
 * Queues a mail with a link that resets the password. The account is looked up after the response, so that neither its
 * content nor its time reveals whether the account exists. Throws USERNAME_REQUIRED or TOO_MANY_ATTEMPTS.
 */
export async function requestReset(
  deps: Deps,
  { username, ip }: { username: string; ip: string },
): Promise<{ queued: Promise<void> }> {
  requireMail(deps.config);
  const name = username.replaceAll('\u0000', '').trim();
  if (name === '') throw appError('USERNAME_REQUIRED');
  if (lookups.pendingCount >= MAX_LOOKUPS) throw appError('TOO_MANY_ATTEMPTS', { seconds: 5 });
  await countAsFailed(deps, { username: `recovery ${name}`, ip });
  const queued = lookups(() => queueReset(deps, { name, ip })).catch((error: unknown) => {
    deps.log.warn({ error: describeError(error) }, 'recovery: a request could not be queued');
  });
  return { queued };
}

async function queueReset(deps: Deps, { name, ip }: { name: string; ip: string }): Promise<void> {
  const account = await findAccountNamed(deps.db.query, name);
  if (!account) return;
  const { userId } = account;
  await deps.db.transaction(async (tx) => {
    if (!(await countReset(tx.query, { userId, at: tx.at, limit: MAILS_PER_DAY }))) return;
    await queueMail(tx, { userId, kind: 'resetPassword', lifeMs: RESET_MINUTES * MINUTE_MS });
    const entry = {
      chainId: userId,
      action: 'user.requestReset',
      entity: 'user',
      entityId: userId,
    } as const;
    await recordAudit(tx, {
      actor: { userId: null, ip },
      entries: [{ ...entry, before: null, after: null }],
    });
  });
}

/**
 * Sets a new password with a link, ends all sessions and suspends API keys. It does not sign in: the next login
 * requires a second factor. Throws RESET_LINK_INVALID, then the errors of a new password.
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword, ip }: { token: string; newPassword: string; ip: string },
): Promise<void> {
  const link = readToken(token);
  const account = link && (await findAccount(deps.db.query, link.userId));
  if (!link || !account) throw appError('RESET_LINK_INVALID');
  const { userId, username } = account;
  const tokenHash = hashToken(link.secret, account.passwordHash);
  if (!(await isTokenValid(deps.db.query, { userId, tokenHash })))
    throw appError('RESET_LINK_INVALID');
  if (newPassword === '') throw appError('ALL_FIELDS_REQUIRED');
  if (newPassword.length < MIN_PASSWORD_LENGTH) throw appError('PASSWORD_TOO_SHORT');
  await requireStrongPassword(deps, newPassword, account);
  const passwordHash = await hashPassword(newPassword);
  await deps.db.transaction(async (tx) => {
    const isUnchanged = await lockAccount(tx.query, account);
    if (!isUnchanged || !(await takeToken(tx.query, { userId, tokenHash }))) {
      throw appError('RESET_LINK_INVALID');
    }
    await replacePassword(tx.query, { userId, passwordHash });
    await endSessionsOfUser(tx, { userId, reason: 'password_changed' });
    const entry = {
      chainId: userId,
      action: 'user.resetPassword',
      entity: 'user',
      entityId: userId,
    } as const;
    await recordAudit(tx, {
      actor: { userId, ip },
      entries: [
        { ...entry, before: null, after: { passwordSha256: digestPasswordHash(passwordHash) } },
      ],
    });
    await suspendApiKeysOf(tx, { actor: 'system', userId, username, reason: 'password_reset' });
    const person = { userId, username };
    await notifyOfChange(tx, { kind: 'passwordReset', actor: person, person });
  });
}

/** The token of a link: the account's id and 256 random bits. */
export function writeToken(userId: UserId, secret: string): string {
  return `${userId}.${secret}`;
}

function readToken(token: string): { userId: UserId; secret: string } | undefined {
  const [id = '', secret = '', ...more] = token.split('.');
  const parsed = userIdSchema.safeParse(id);
  const isToken = parsed.success && /^[\w-]{43}$/.test(secret) && more.length === 0;
  return isToken ? { userId: parsed.data, secret } : undefined;
}

/** Covers the current password's hash, so that any change of the password ends the link. */
export function hashToken(secret: string, passwordHash: string): Buffer {
  return createHash('sha256').update(`${secret} ${passwordHash}`).digest();
}
