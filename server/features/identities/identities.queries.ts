import type { UserId } from '#contract/shared/base.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import type { Query } from '#server/db/database.ts';
import { identities } from '#server/db/schema/identities.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  renamed,
  type Selected,
  selectFirst,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
}

const ownerColumns = together(
  renamed(users, 'u', { userId: 'id' }),
  selectionOf(users, 'u', ['username', 'role', 'status', 'passwordHash']),
  computed({ hasSecondFactor: boolean('u.second_factor_since IS NOT NULL') }),
);
export type IdentityOwner = Selected<typeof ownerColumns>;

export async function findOwner(
  query: Query,
  { issuer, subject }: Identity,
): Promise<IdentityOwner | undefined> {
  return selectFirst(
    query,
    ownerColumns,
    `FROM identities i JOIN users u ON u.id = i.user_id
     WHERE i.issuer = $1 AND i.subject = $2 AND u.deleted_at IS NULL`,
    [issuer, subject],
  );
}

/** Notes a sign-in. Returns false if the account at the provider is not linked with the user any more. */
export async function noteUse(
  query: Query,
  { userId, issuer, subject, email, at }: Identity & { userId: UserId; at: Date },
): Promise<boolean> {
  return update(query, identities, {
    set: { lastUsedAt: at, email },
    where: { userId, issuer, subject },
  });
}

const ownColumns = selectionOf(identities, 'i', ['email', 'createdAt', 'lastUsedAt']);

export async function selectOwn(
  query: Query,
  userId: UserId,
  issuer: string,
): Promise<Selected<typeof ownColumns> | undefined> {
  return selectFirst(query, ownColumns, 'FROM identities i WHERE user_id = $1 AND issuer = $2', [
    userId,
    issuer,
  ]);
}

/** Links an account instead of another one. A constraint refuses one that is linked with another user. */
export async function saveIdentity(
  query: Query,
  { userId, issuer, subject, email, at }: Identity & { userId: UserId; at: Date },
): Promise<void> {
  await query(
    `INSERT INTO identities (user_id, issuer, subject, email, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id) DO UPDATE SET issuer = $2, subject = $3, email = $4, created_at = $5, last_used_at = NULL`,
    [userId, issuer, subject, email, at],
  );
}

export async function deleteOwn(query: Query, userId: UserId): Promise<boolean> {
  const deleted = await query('DELETE FROM identities WHERE user_id = $1 RETURNING 1', [userId]);
  return deleted.length > 0;
}

/** The number of the advisory lock of changes of admin roles by groups. */
const ADMIN_ROLES_LOCK = 7_260_181;

/**
 * Serializes changes of admin roles by groups until the transaction ends, so that two of them cannot lower the last two
 * administrators.
 */
export async function lockAdminRoles(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [ADMIN_ROLES_LOCK]);
}

const adminColumns = together(
  renamed(users, 'u', { userId: 'id' }),
  selectionOf(users, 'u', ['username', 'adminRole']),
);
export type LockedAdmin = Selected<typeof adminColumns>;

export async function lockAdmin(query: Query, userId: UserId): Promise<LockedAdmin | undefined> {
  return selectFirst(
    query,
    adminColumns,
    `FROM users u
     WHERE id = $1 AND role = 'admin' AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [userId],
  );
}

export async function updateAdminRole(
  query: Query,
  userId: UserId,
  adminRole: AdminRole,
): Promise<void> {
  await update(query, users, { set: { adminRole }, where: { id: userId } });
}

/** Returns whether another active administrator has all permissions. */
export async function selectOtherFullAdmin(query: Query, userId: UserId): Promise<boolean> {
  const found = await query(
    `SELECT 1 FROM users WHERE role = 'admin' AND admin_role = 'administrator' AND status = 'active' AND id <> $1 LIMIT 1`,
    [userId],
  );
  return found.length > 0;
}
