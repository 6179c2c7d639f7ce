import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { type AdminRole, permissionsOf } from '#contract/shared/permissions.ts';
import { describeError, isAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { findHeldTargets } from '../approvals/hold-batch.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { isDefaultUsername, setRole } from '../users/users.ts';
import { suspendWebhooksOf } from '../webhooks/suspend-webhooks.ts';
import {
  type LockedAdmin,
  lockAdmin,
  lockAdminRoles,
  selectOtherFullAdmin,
  updateAdminRole,
} from './identities.queries.ts';

/** Why a role stays as it is, although the groups name another one. */
const HELD = ['SECOND_APPROVAL_REQUIRED', 'NO_CONFIRMER', 'TOO_MANY_APPROVALS'];

/**
 * Gives an administrator the admin role of their groups at the provider. A role with fewer permissions takes effect
 * immediately, except for the last administrator with full access. Any other role is a change by the operator, whose settings
 * name it: if a rule covers it, a request for a second approval is stored, and the role stays until others confirm it. The
 * default account keeps its role.
 */
export async function followGroups(
  deps: Deps,
  { userId, adminRole }: { userId: UserId; adminRole: AdminRole },
): Promise<void> {
  const isRaise = await deps.db.transaction(async (tx) => {
    await lockAdminRoles(tx.query);
    const user = await lockAdmin(tx.query, userId);
    if (!user || user.adminRole === adminRole) return false;
    if (isDefaultUsername(user.username)) return false;
    if (!isLower(user.adminRole, adminRole)) return true;
    await lower(deps, tx, { user, adminRole });
    return false;
  });
  if (isRaise) await raise(deps, { userId, adminRole });
}

function isLower(before: AdminRole, after: AdminRole): boolean {
  const kept = permissionsOf({ role: 'admin', adminRole: before });
  return permissionsOf({ role: 'admin', adminRole: after }).every((one) => kept.includes(one));
}

async function lower(
  { log }: Deps,
  tx: Tx,
  { user, adminRole }: { user: LockedAdmin; adminRole: AdminRole },
): Promise<void> {
  const { userId } = user;
  const isLast =
    user.adminRole === 'administrator' && !(await selectOtherFullAdmin(tx.query, userId));
  if (isLast) {
    log.warn({ userId }, 'the groups of the last administrator name a lower role: it was kept');
    return;
  }
  const rights = { role: 'admin', adminRole } as const;
  await updateAdminRole(tx.query, userId, adminRole);
  const before = { role: 'admin', adminRole: user.adminRole } as const;
  const after = { ...rights, becauseOf: 'session.start' };
  const change = { action: 'user.role', entity: 'user', before, after } as const;
  const entry = { chainId: userId, entityId: userId, ...change };
  await recordAudit(tx, { actor: 'system', entries: [entry] });
  await suspendWebhooksOf(tx, { actor: 'system', userId, reason: 'owner_demoted' });
  await notifyOfChange(tx, { kind: 'roleFollowedGroups', actor: user, person: user });
  publish(tx, [
    { userId, payload: { entity: 'role', ...rights } },
    { forAdmins: true, payload: { entity: 'user', op: 'update', userId } },
  ]);
}

async function raise(
  deps: Deps,
  { userId, adminRole }: { userId: UserId; adminRole: AdminRole },
): Promise<void> {
  const waiting = await findHeldTargets(deps, { command: 'users.setRole', ids: [userId] });
  if (waiting.has(userId)) return;
  await setRole(deps, COMMAND_LINE, { userId, role: 'admin', adminRole }).catch(
    (error: unknown) => {
      if (!isAppError(error) || !HELD.includes(error.code)) throw error;
      deps.log.info({ userId, error: describeError(error).message }, 'a role of groups was held');
    },
  );
}
