import { createHash, timingSafeEqual } from 'node:crypto';
import { CODE_MINUTES, MAILS_PER_DAY, MAX_CODE_ATTEMPTS } from '#contract/recovery/rules.ts';
import type { RecoveryAddress } from '#contract/recovery/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { isEmail } from '#contract/shared/text.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { queueMail } from '#server/platform/mail/queue.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { clearAddress, dropTokens } from '../users/end-other-access.ts';
import { requireOwnPassword } from '../users/own-password.ts';
import { requireMail } from './recovery.ts';
import {
  confirmPending,
  countAttempt,
  findAddress,
  savePending,
} from './recovery-address.queries.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

export async function getRecoveryAddress(deps: Deps, actor: Actor): Promise<RecoveryAddress> {
  const row = await findAddress(deps.db.query, actor.userId);
  const { address = null, pendingAddress = null } = row ?? {};
  return { isAvailable: deps.config.mail !== undefined, address, pendingAddress };
}

/** Sends a code to a new address, which has no effect until `confirmAddress`. */
export async function setRecoveryAddress(
  deps: Deps,
  actor: Actor,
  { address, currentPassword }: { address: string; currentPassword: string },
): Promise<RecoveryAddress> {
  if (!isEmail(address)) throw appError('INVALID_EMAIL');
  await requireOwnPassword(deps, actor, { currentPassword });
  const { userId } = actor;
  await runCommand(deps, actor, async (tx) => {
    requireMail(deps.config);
    const limit = MAILS_PER_DAY;
    const isSaved = await savePending(tx.query, { userId, address, at: tx.at, limit });
    if (!isSaved) throw appError('TOO_MANY_MAILS');
    const lifeMs = CODE_MINUTES * MINUTE_MS;
    await queueMail(tx, { userId, kind: 'confirmAddress', lifeMs });
    await recordChange(tx, actor, 'recoveryAddress.request');
  });
  return getRecoveryAddress(deps, actor);
}

/** An attempt is counted before the code is compared. Throws RECOVERY_CODE_INVALID. */
export async function confirmRecoveryAddress(
  deps: Deps,
  actor: Actor,
  code: string,
): Promise<RecoveryAddress> {
  const { userId } = actor;
  const limit = MAX_CODE_ATTEMPTS;
  const expected = await runCommand(deps, actor, (tx) => countAttempt(tx.query, { userId, limit }));
  const codeHash = hashCode(userId, code);
  if (!expected || !timingSafeEqual(expected, codeHash)) throw appError('RECOVERY_CODE_INVALID');
  await runCommand(deps, actor, async (tx) => {
    const confirmed = await confirmPending(tx.query, { userId, codeHash });
    if (!confirmed) throw appError('RECOVERY_CODE_INVALID');
    await endOldAddress(tx, actor, confirmed.before);
    await recordChange(tx, actor, 'recoveryAddress.confirm');
    await notifyOfChange(tx, { kind: 'recoveryAddressChanged', actor, person: actor });
  });
  return getRecoveryAddress(deps, actor);
}

export async function removeRecoveryAddress(
  deps: Deps,
  actor: Actor,
  currentPassword: string,
): Promise<RecoveryAddress> {
  await requireOwnPassword(deps, actor, { currentPassword });
  await runCommand(deps, actor, async (tx) => {
    const removed = await clearAddress(tx.query, actor.userId);
    if (removed === undefined) return;
    await endOldAddress(tx, actor, removed);
    await recordChange(tx, actor, 'recoveryAddress.remove');
    await notifyOfChange(tx, { kind: 'recoveryAddressRemoved', actor, person: actor });
  });
  return getRecoveryAddress(deps, actor);
}

/** Notifies the old address, and ends links that were sent to it. */
async function endOldAddress(tx: Tx, { userId }: Actor, before: string | null): Promise<void> {
  await dropTokens(tx.query, userId);
  if (before === null) return;
  await queueMail(tx, { userId, kind: 'addressChanged', recipient: before, lifeMs: WEEK_MS });
}

type Action = `recoveryAddress.${'request' | 'confirm' | 'remove'}`;

/** The record has no address, because it outlives the account. */
async function recordChange(tx: Tx, actor: Actor, action: Action): Promise<void> {
  const { userId } = actor;
  const entry = { chainId: userId, action, entity: 'recoveryAddress', entityId: userId } as const;
  await recordAudit(tx, { actor, entries: [{ ...entry, before: null, after: null }] });
}

export function hashCode(userId: UserId, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest();
}
