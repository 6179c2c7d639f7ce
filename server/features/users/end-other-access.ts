export { clearAddress, dropTokens } from './end-other-access.queries.ts';

import type { UserId } from '#contract/shared/base.ts';
import type { Tx } from '#server/db/database.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { queueMail } from '#server/platform/mail/queue.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { deleteFactors } from '../second-factors/second-factors.ts';
import {
  clearAddress,
  clearPending,
  deleteIdentity,
  dropTokens,
} from './end-other-access.queries.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Removes second factors and recovery codes. Returns false if there are none. */
export async function endFactors(
  tx: Tx,
  { actor, person }: { actor: Principal; person: { userId: UserId; username: string } },
): Promise<boolean> {
  const { userId } = person;
  if (!(await deleteFactors(tx, userId))) return false;
  const subject = { chainId: userId, entityId: userId, before: null, after: null } as const;
  const record = { action: 'second-factor.reset', entity: 'second-factor' } as const;
  await recordAudit(tx, { actor, entries: [{ ...subject, ...record }] });
  await notifyOfChange(tx, { kind: 'secondFactorsReset', actor, person });
  return true;
}

/** Unlinks the account at the sign-in provider, if any. */
export async function endIdentity(
  tx: Tx,
  { actor, person }: { actor: Principal; person: { userId: UserId; username: string } },
): Promise<void> {
  const { userId } = person;
  if (!(await deleteIdentity(tx.query, userId))) return;
  const subject = { chainId: userId, entityId: userId, before: null, after: null } as const;
  const record = { action: 'identity.unlink', entity: 'identity' } as const;
  await recordAudit(tx, { actor, entries: [{ ...subject, ...record }] });
  await notifyOfChange(tx, { kind: 'identityUnlinked', actor, person });
}

/**
 * Ends links, and an address that was not confirmed, when another person sets the password of an account. With
 * `removesAddress`, the confirmed address is removed too: it may be that of a thief, who would reset the password with it.
 */
export async function endRecovery(
  tx: Tx,
  {
    actor,
    person,
    removesAddress,
  }: { actor: Principal; person: { userId: UserId; username: string }; removesAddress: boolean },
): Promise<void> {
  const { userId } = person;
  await dropTokens(tx.query, userId);
  if (!removesAddress) return clearPending(tx.query, userId);
  const removed = await clearAddress(tx.query, userId);
  if (removed === undefined) return;
  const subject = { chainId: userId, entityId: userId, before: null, after: null } as const;
  const record = { action: 'recoveryAddress.remove', entity: 'recoveryAddress' } as const;
  await recordAudit(tx, { actor, entries: [{ ...subject, ...record }] });
  await queueMail(tx, { userId, kind: 'addressChanged', recipient: removed, lifeMs: WEEK_MS });
  await notifyOfChange(tx, { kind: 'recoveryAddressRemoved', actor, person });
}
