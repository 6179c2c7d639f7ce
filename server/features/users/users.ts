import type { AuditedChange } from '#contract/audit-details.ts';
import type { UserId } from '#contract/shared/base.ts';
import {
  COMMAND_LINE,
  DEFAULT_USERNAMES,
  type Role,
  type UserStatus,
} from '#contract/shared/enums.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { type AdminRole, can, type Rights } from '#contract/shared/permissions.ts';
import {
  isPlainUsername,
  MIN_PASSWORD_LENGTH,
  MIN_USERNAME_LENGTH,
} from '#contract/users/rules.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { openWallets } from '#server/ledger/wallets.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { digestPasswordHash, hashPassword } from '#server/platform/auth/password.ts';
import { usernameSkeleton } from '#server/platform/auth/username-skeleton.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { type OutboxEvent, publish } from '#server/platform/events/outbox.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { suspendApiKeysOf } from '../api-keys/api-keys.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import { suspendWebhooksOf } from '../webhooks/suspend-webhooks.ts';
import { endFactors, endIdentity, endRecovery } from './end-other-access.ts';
import { requireStrongPassword } from './password-rules.ts';
import { toNotification } from './set-level.events.ts';
import {
  findAccount,
  findUserIdByName,
  hasOwnPassword,
  insertUser,
  type LockedUser,
  lockUser,
  updateUser,
} from './users.queries.ts';

export { isDeletedUser } from './users.queries.ts';

export interface NewUser {
  username: string;
  password: string;
  role: Role;
  /** By default an administrator may do everything. */
  adminRole?: AdminRole;
}

/**
 * Creates a user from typed values. Throws USERNAME_TOO_SHORT, INVALID_USERNAME, NEW_PASSWORD_TOO_SHORT,
 * ADMIN_PASSWORD_TOO_SHORT, WEAK_PASSWORD, USERNAME_TAKEN, USERNAME_LOOKALIKE or SECOND_APPROVAL_REQUIRED.
 */
export async function createTypedUser(
  deps: Deps,
  actor: Principal,
  typed: NewUser,
): Promise<UserId> {
  if ([...typed.username].length < MIN_USERNAME_LENGTH) throw appError('USERNAME_TOO_SHORT');
  if (!isPlainUsername(typed.username)) throw appError('INVALID_USERNAME');
  if (typed.password.length < MIN_PASSWORD_LENGTH) throw appError('NEW_PASSWORD_TOO_SHORT');
  await requireStrongPassword(deps, typed.password, typed);
  const passwordHash = await hashPassword(typed.password);
  const { username, role, adminRole } = typed;
  return createHashedUser(deps, actor, {
    ...{ username, role, passwordHash },
    ...(adminRole && { adminRole }),
  });
}

/** Creates a user. Throws USERNAME_TAKEN, USERNAME_LOOKALIKE or SECOND_APPROVAL_REQUIRED. */
export async function createHashedUser(
  deps: Deps,
  actor: Principal,
  user: Omit<NewUser, 'password'> & { passwordHash: string },
): Promise<UserId> {
  const { username, role, adminRole = 'administrator' } = user;
  const after = { ...toRecorded({ role, adminRole }), status: 'active' } as const;
  return runApprovable(deps, actor, async (tx) => {
    if (role === 'admin') {
      await requireFreeUsername(tx.query, username);
      await requireApproval(tx, {
        ...{ actor, kinds: ['newAdministrator'], command: 'users.create' },
        input: { ...user },
        targetId: username,
        change: { action: 'user.create', entity: 'user', before: null, after },
      });
    }
    return addUser(tx, { actor, ...user });
  });
}

/** Throws USERNAME_TAKEN before a request for approval is stored. The constraint decides when the user is inserted. */
async function requireFreeUsername(query: Query, username: string): Promise<void> {
  if (await findUserIdByName(query, username)) throw appError('USERNAME_TAKEN');
}

/** The administrator knows the password. An operator on the command line usually creates the own account. */
function isAdmin(actor: Principal | 'system'): actor is Actor {
  return actor !== 'system' && actor !== COMMAND_LINE;
}

/**
 * Inserts an active user with an empty wallet. An administrator who was created by another one has to change the password
 * first. Throws USERNAME_TAKEN or USERNAME_LOOKALIKE.
 */
export async function addUser(
  tx: Tx,
  {
    actor,
    username,
    role,
    adminRole = 'administrator',
    passwordHash,
  }: { actor: Principal | 'system'; passwordHash: string } & Omit<NewUser, 'password'>,
): Promise<UserId> {
  const userId = newId() as UserId; // a new id becomes a user's here
  await insertUser(tx.orm, {
    id: userId,
    username,
    usernameSkeleton: usernameSkeleton(username) ?? null,
    passwordHash,
    mustChangePassword: role === 'admin' && isAdmin(actor),
    secondFactorSince: null,
    secondFactorRequiredSince: role === 'admin' ? tx.at : null,
    ...toStored({ role, adminRole }),
    verificationLevel: 'none',
    verificationReason: null,
    frozenAt: null,
    freezeReason: null,
    createdAt: tx.at,
    deletedAt: null,
    isErasurePending: false,
    erasingSince: null,
  });
  openWallets(tx, [userId]);
  const after = { ...toRecorded({ role, adminRole }), status: 'active' } as const;
  const passwordSha256 = digestPasswordHash(passwordHash);
  await recordChange(tx, {
    ...{ actor, userId, action: 'user.create', before: null },
    after: { ...after, passwordSha256 },
  });
  enqueueWebhookEvents(tx, [
    { type: 'user.created', data: { userId, role, createdAt: tx.at.toISOString() } },
  ]);
  if (role === 'admin' && actor !== 'system') {
    await notifyOfChange(tx, { kind: 'adminCreated', actor, person: { userId, username } });
  }
  publish(tx, [{ forAdmins: true, payload: { entity: 'user', op: 'insert', userId } }]);
  return userId;
}

/**
 * Sets another user's password, ends their sessions, suspends their API keys and drops a recovery address that was not
 * confirmed. With `removesOtherAccess`, it also removes second factors, the recovery address and the linked account. Throws, in the order of section 5 of
 * the specification, ALL_FIELDS_REQUIRED, PASSWORD_TOO_SHORT, OWN_PASSWORD_RESET (the own password
 * requires the current one) or USER_NOT_FOUND; then ADMIN_PASSWORD_TOO_SHORT or WEAK_PASSWORD.
 */
export async function setPassword(
  deps: Deps,
  actor: Principal,
  {
    userId,
    newPassword,
    removesOtherAccess = false,
  }: { userId: UserId; newPassword: string; removesOtherAccess?: boolean | undefined },
): Promise<void> {
  if (newPassword === '') throw appError('ALL_FIELDS_REQUIRED');
  if (newPassword.length < MIN_PASSWORD_LENGTH) throw appError('PASSWORD_TOO_SHORT');
  if (actor !== COMMAND_LINE && userId === actor.userId) throw appError('OWN_PASSWORD_RESET');
  const account = await findAccount(deps.db.query, userId);
  if (account) await requireStrongPassword(deps, newPassword, account);
  const passwordHash = await hashPassword(newPassword);
  await setPasswordHash(deps, actor, { userId, passwordHash, removesOtherAccess });
}

/** Sets a hashed password. Throws USER_NOT_FOUND or SECOND_APPROVAL_REQUIRED. */
export async function setPasswordHash(
  deps: Deps,
  actor: Principal,
  {
    userId,
    passwordHash,
    removesOtherAccess,
  }: { userId: UserId; passwordHash: string; removesOtherAccess: boolean },
): Promise<void> {
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const user = await lockExisting(tx, userId);
    const { username } = user;
    await requireUserApproval(tx, user, {
      ...{ actor, command: 'users.setPassword' },
      input: { userId, passwordHash, removesOtherAccess },
      change: {
        action: 'user.setPassword',
        entity: 'user',
        before: null,
        after: { removesOtherAccess },
      },
    });
    await updateUser(tx.orm, userId, { passwordHash, mustChangePassword: true });
    await endSessionsOfUser(tx, { userId, reason: 'password_changed' });
    await recordChange(tx, {
      actor,
      userId,
      action: 'user.setPassword',
      before: null,
      after: { passwordSha256: digestPasswordHash(passwordHash), removesOtherAccess },
    });
    await suspendApiKeysOf(tx, { actor, userId, username, reason: 'password_reset' });
    const person = { userId, username };
    await endRecovery(tx, { actor, person, removesAddress: removesOtherAccess });
    if (removesOtherAccess) {
      await endFactors(tx, { actor, person });
      await endIdentity(tx, { actor, person });
    }
    await notifyOfChange(tx, { kind: 'passwordSet', actor, person });
    publish(tx, [userChanged(userId)]);
  });
}

/** Deactivating ends sessions. Throws USER_NOT_FOUND, DEFAULT_USER_PROTECTED or OWN_ACCOUNT_PROTECTED. */
export async function setStatus(
  deps: Deps,
  actor: Principal,
  { userId, status }: { userId: UserId; status: UserStatus },
): Promise<void> {
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const refusal = 'DEFAULT_USER_PROTECTED';
    const user =
      status === 'inactive'
        ? await lockRemovableUser(tx, { actor, userId, refusal })
        : await lockExisting(tx, userId);
    if (user.status === status) return;
    const action = status === 'inactive' ? 'user.deactivate' : 'user.activate';
    const before = { status: user.status };
    await requireUserApproval(tx, user, {
      ...{ actor, command: 'users.setStatus', input: { userId, status } },
      change: { action, entity: 'user', before, after: { status } },
    });
    await updateUser(tx.orm, userId, { status });
    if (status === 'inactive') await endSessionsOfUser(tx, { userId, reason: 'inactive' });
    await recordChange(tx, { actor, userId, action, before, after: { status } });
    if (status === 'inactive') {
      await suspendWebhooksOf(tx, { actor, userId, reason: 'owner_deactivated' });
    }
    if (user.role === 'admin') {
      const kind = status === 'inactive' ? 'adminDeactivated' : 'adminActivated';
      await notifyOfChange(tx, { kind, actor, person: user });
    }
    const type = status === 'inactive' ? 'user.deactivated' : 'user.activated';
    enqueueWebhookEvents(tx, [{ type, data: { userId } }]);
    publish(tx, [userChanged(userId)]);
  });
}

/**
 * Without `adminRole`, a new administrator may do everything, and another one keeps the admin role. A new administrator
 * whose password another person set has to change it. Suspends the webhooks of an account that may no longer manage them.
 */
export async function setRole(
  deps: Deps,
  actor: Principal,
  { userId, role, adminRole }: { userId: UserId; role: Role; adminRole?: AdminRole | undefined },
): Promise<void> {
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const refusal = 'DEFAULT_USER_ROLE';
    const isAddition = role === 'admin' && (adminRole ?? 'administrator') === 'administrator';
    const user = isAddition
      ? await lockExisting(tx, userId)
      : await lockRemovableUser(tx, { actor, userId, refusal });
    const kept = user.role === 'admin' ? user.adminRole : 'administrator';
    const rights = toStored({ role, adminRole: adminRole ?? kept });
    if (user.role === role && (role === 'user' || user.adminRole === rights.adminRole)) return;
    const [before, after] = [toRecorded(user), toRecorded(rights)];
    await requireUserApproval(tx, user, {
      ...{ actor, command: 'users.setRole', input: { userId, role, adminRole } },
      ...(role === 'admin' && { kinds: ['newAdministrator'] }),
      change: { action: 'user.role', entity: 'user', before, after },
    });
    const isRaised = role === 'admin' && user.role !== 'admin';
    const isPasswordDue = isRaised && !(await hasOwnPassword(tx.query, userId));
    await updateUser(tx.orm, userId, {
      ...rights,
      ...(isPasswordDue && { mustChangePassword: true }),
      ...(isRaised && { secondFactorRequiredSince: tx.at }),
    });
    await recordChange(tx, { actor, userId, action: 'user.role', before, after });
    if (!can(rights, 'webhooks:manage')) {
      await suspendWebhooksOf(tx, { actor, userId, reason: 'owner_demoted' });
    }
    await notifyOfChange(tx, { kind: 'roleChanged', actor, person: user });
    publish(tx, [{ userId, payload: { entity: 'role', ...rights } }, userChanged(userId)]);
  });
}

/**
 * Changes the verification level of a user, in the transaction of `runApprovable` that has locked the user's row, and
 * notifies the user. Repeating it has no effect. Throws USER_NOT_FOUND or what `runApprovable` handles.
 */
export async function changeLevel(
  tx: Tx,
  {
    actor,
    userId,
    level,
    reason,
  }: { actor: Actor; userId: UserId; level: VerificationLevel; reason: string },
): Promise<void> {
  const user = await lockExisting(tx, userId);
  if (user.verificationLevel === level) return;
  const change = {
    ...({ action: 'user.verificationLevel', entity: 'user' } as const),
    before: { verificationLevel: user.verificationLevel },
    after: { verificationLevel: level },
  };
  const input = { userId, level, reason };
  await requireUserApproval(tx, user, {
    ...{ actor, command: 'users.setVerificationLevel', input, reason, change },
  });
  await updateUser(tx.orm, userId, { verificationLevel: level, verificationReason: reason });
  await recordAudit(tx, { actor, entries: [{ chainId: userId, entityId: userId, ...change }] });
  insertNotifications(tx, [toNotification({ userId, level, reason })]);
  publish(tx, [{ userId, forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
}

/** Requires a second approval of a change of an administrator's account, or of the change that `kinds` names. */
export async function requireUserApproval(
  tx: Tx,
  { userId, role }: LockedUser,
  need: Omit<Need, 'kinds' | 'targetId' | 'concernedId'> & { kinds?: Need['kinds'] },
): Promise<void> {
  const kinds: Need['kinds'] = role === 'admin' ? ['administrator'] : [];
  const all = [...kinds, ...(need.kinds ?? [])];
  if (all.length === 0) return;
  await requireApproval(tx, { ...need, kinds: all, targetId: userId, concernedId: userId });
}

/** A user's admin role has no meaning, so it is always the default. */
function toStored({ role, adminRole }: Rights): Rights {
  return { role, adminRole: role === 'admin' ? adminRole : 'administrator' };
}

function toRecorded({ role, adminRole }: Rights): { role: Role; adminRole?: AdminRole } {
  return role === 'admin' ? { role, adminRole } : { role };
}

function userChanged(userId: UserId): OutboxEvent {
  return { forAdmins: true, payload: { entity: 'user', op: 'update', userId } };
}

async function lockExisting(tx: Tx, userId: UserId): Promise<LockedUser> {
  const user = await lockUser(tx.query, userId);
  if (!user) throw appError('USER_NOT_FOUND');
  return user;
}

/**
 * Locks a user whose account or rights may be removed. Throws USER_NOT_FOUND, `refusal` for a default account, or
 * OWN_ACCOUNT_PROTECTED. At least one active administrator with all permissions remains: the actor is another one, because
 * no other admin role may manage users, and `runCommand` locks the actor's rights until the command ends.
 */
export async function lockRemovableUser(
  tx: Tx,
  { actor, userId, refusal }: { actor: Principal; userId: UserId; refusal: ErrorCode },
): Promise<LockedUser> {
  const user = await lockExisting(tx, userId);
  if (isDefaultUsername(user.username)) throw appError(refusal);
  if (actor !== COMMAND_LINE && userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  return user;
}

export function isDefaultUsername(username: string): boolean {
  return DEFAULT_USERNAMES.some((name) => name === username.toLowerCase());
}

type UserChange = AuditedChange extends infer Change
  ? Change extends { entity: 'user' }
    ? Omit<Change, 'entity'>
    : never
  : never;

async function recordChange(
  tx: Tx,
  { actor, userId, ...change }: UserChange & { actor: Principal | 'system'; userId: UserId },
): Promise<void> {
  const entry = { chainId: userId, entity: 'user', entityId: userId, ...change } as const;
  await recordAudit(tx, { actor, entries: [entry] });
}
