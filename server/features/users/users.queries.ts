import { eq, sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE, type UserStatus } from '#contract/shared/enums.ts';
import type { Rights } from '#contract/shared/permissions.ts';
import { deletedUsername } from '#contract/users/rules.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { banks } from '#server/db/schema/banks.ts';
import { files } from '#server/db/schema/files.ts';
import { sources } from '#server/db/schema/sources.ts';
import { userSearch, users } from '#server/db/schema/users.ts';
import {
  boolean,
  personId,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValue,
  text,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const lockedColumns = together(
  renamed(users, 'u', { userId: 'id' }),
  selectionOf(users, 'u', ['username', 'role', 'adminRole', 'status']),
  selectionOf(users, 'u', ['verificationLevel', 'freezeReason']),
);
export type LockedUser = Selected<typeof lockedColumns>;

export async function lockUser(query: Query, userId: UserId): Promise<LockedUser | undefined> {
  const statement = `SELECT ${lockedColumns.sql} FROM users u
    WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return selectFirst(query, lockedColumns, statement, [userId]);
}

export async function isDeletedUser(query: Query, userId: UserId): Promise<boolean> {
  const found = await query('SELECT FROM users WHERE id = $1 AND deleted_at IS NOT NULL', [userId]);
  return found.length > 0;
}

export async function isAdmin(query: Query, userId: UserId): Promise<boolean> {
  const found = await query(`SELECT FROM users WHERE id = $1 AND role = 'admin'`, [userId]);
  return found.length > 0;
}

export async function findUserIdByName(
  query: Query,
  username: string,
): Promise<UserId | undefined> {
  return selectValue(query, personId('id'), 'FROM users WHERE username = $1', [username]);
}

export async function findPasswordHash(query: Query, userId: UserId): Promise<string | undefined> {
  return selectValue(query, text('password_hash'), 'FROM users WHERE id = $1', [userId]);
}

const accountColumns = selectionOf(users, 'u', ['username', 'role']);
export type Account = Selected<typeof accountColumns>;

export async function findAccount(query: Query, userId: UserId): Promise<Account | undefined> {
  const statement = `SELECT ${accountColumns.sql} FROM users u WHERE id = $1 AND deleted_at IS NULL`;
  return selectFirst(query, accountColumns, statement, [userId]);
}

const lastPassword = `FROM audit_log
  WHERE chain_id = $1::text AND action IN ('user.create', 'user.password', 'user.resetPassword', 'user.setPassword')
  ORDER BY seq DESC LIMIT 1`;

/** Returns whether a person set the user's current password, not the server at a start. */
export async function hasPersonChosenPassword(query: Query, userId: UserId): Promise<boolean> {
  const isPersons = boolean(`actor_id IS NOT NULL OR ip = '${COMMAND_LINE}'`);
  return (await selectValue(query, isPersons, lastPassword, [userId])) ?? false;
}

/** Returns false if another person set the user's current password: an administrator, or an operator on the command line. */
export async function hasOwnPassword(query: Query, userId: UserId): Promise<boolean> {
  const isOwn = boolean(
    `action IN ('user.password', 'user.resetPassword') OR (actor_id IS NULL AND ip IS DISTINCT FROM '${COMMAND_LINE}')`,
  );
  return (await selectValue(query, isOwn, lastPassword, [userId])) ?? true;
}

/** Replaces a password hash if it is still `knownHash`; returns whether it was. */
export async function replacePasswordHash(
  query: Query,
  userId: UserId,
  { knownHash, newHash }: { knownHash: string; newHash: string },
): Promise<boolean> {
  return update(query, users, {
    set: { passwordHash: newHash, mustChangePassword: false },
    where: { id: userId, passwordHash: knownHash },
  });
}

export async function insertUser(orm: Orm, user: NewRow<typeof users, 'status'>): Promise<void> {
  await orm.insert(users).values(user);
}

export async function updateUser(
  orm: Orm,
  userId: UserId,
  changes:
    | { passwordHash: string; mustChangePassword?: boolean }
    | { status: UserStatus }
    | { verificationLevel: VerificationLevel; verificationReason: string }
    | { frozenAt: Date | null; freezeReason: string | null }
    | (Rights & { mustChangePassword?: boolean; secondFactorRequiredSince?: Date }),
): Promise<void> {
  await orm.update(users).set(changes).where(eq(users.id, userId));
}

interface Lists {
  banks: (typeof banks.$inferInsert)[];
  sources: (typeof sources.$inferInsert)[];
}

/** Inserts the default banks and sources once: deleted ones keep their rows, so an empty table is new. */
export async function insertFirstLists(orm: Orm, lists: Lists): Promise<void> {
  const [bank] = await orm.select({ id: banks.id }).from(banks).limit(1);
  if (bank) return;
  await orm.insert(banks).values(lists.banks);
  await orm.insert(sources).values(lists.sources);
}

const fileId = selectionOf(files, 'f', ['id']);

export async function selectAvatars(query: Query, userId: UserId): Promise<string[]> {
  const statement = `SELECT ${fileId.sql} FROM files f WHERE user_id = $1 AND kind = 'avatars'`;
  const rows = await select(query, fileId, statement, [userId]);
  return rows.map((row) => row.id);
}

/** The number of the advisory lock of deletions of administrators. */
const ADMIN_DELETIONS_LOCK = 7_260_182;

/**
 * Serializes deletions of administrators until the transaction ends. Each locks the name of one and notifies the others, so that
 * two of them would wait for each other.
 */
export async function lockAdminDeletions(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [ADMIN_DELETIONS_LOCK]);
}

/** Replaces the name of a deleted account, in the search texts too. Its old username can be given to another user. */
export async function markDeleted(
  query: Query,
  { userId, at, isErasurePending }: { userId: UserId; at: Date; isErasurePending: boolean },
): Promise<void> {
  const username = deletedUsername(userId);
  const set = { username, passwordHash: '', role: 'user', status: 'inactive' } as const;
  const left = { usernameSkeleton: null, verificationReason: null, frozenAt: null };
  const factors = { secondFactorSince: null, secondFactorRequiredSince: null };
  await update(query, users, {
    set: { ...set, ...left, ...factors, freezeReason: null, deletedAt: at, isErasurePending },
    where: { id: userId },
  });
  await update(query, userSearch, {
    set: {
      shown: sql`shown_of_user(${username}, NULL, NULL, NULL)`,
      handle: sql`lower(${username}::text) || ' ' || ${userSearch.userId}::text`,
    },
    where: { userId },
  });
}
