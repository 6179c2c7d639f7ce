import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';
import { passwordResets, recoveryAddresses } from '#server/db/schema/recovery.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  renamed,
  type Selected,
  selectFirst,
  selectionOf,
  together,
  word,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = together(
  renamed(users, 'u', { userId: 'id' }),
  selectionOf(users, 'u', ['username', 'role', 'passwordHash']),
  computed({ language: word(LANGUAGES, `coalesce(p.language, 'en')`) }),
  selectionOf(recoveryAddresses, 'r', ['address', 'pendingAddress']),
);
export type RecoverableAccount = Selected<typeof columns>;

const ACCOUNTS = `FROM users u JOIN recovery_addresses r ON r.user_id = u.id LEFT JOIN user_profiles p ON p.user_id = u.id
  WHERE u.status = 'active' AND u.deleted_at IS NULL`;

/** Returns an active account that has a row of recovery addresses. */
export async function findAccount(
  query: Query,
  userId: UserId,
): Promise<RecoverableAccount | undefined> {
  return selectFirst(query, columns, `${ACCOUNTS} AND u.id = $1`, [userId]);
}

/** Returns an active account with a confirmed recovery address. */
export async function findAccountNamed(
  query: Query,
  username: string,
): Promise<RecoverableAccount | undefined> {
  const named = `${ACCOUNTS} AND u.username = $1 AND r.address IS NOT NULL`;
  return selectFirst(query, columns, named, [username]);
}

/** Counts a request. Returns false within a minute of the last one, and above the limit of 24 hours. */
export async function countReset(
  query: Query,
  { userId, at, limit }: { userId: UserId; at: Date; limit: number },
): Promise<boolean> {
  const counted = await query(
    `INSERT INTO password_resets AS r (user_id, requested_at, day_started_at, day_mails) VALUES ($1, $2, $2, 1)
     ON CONFLICT (user_id) DO UPDATE SET requested_at = $2,
       day_started_at = CASE WHEN r.day_started_at <= $2::timestamptz - interval '1 day' THEN $2 ELSE r.day_started_at END,
       day_mails = CASE WHEN r.day_started_at <= $2::timestamptz - interval '1 day' THEN 1 ELSE r.day_mails + 1 END
     WHERE abs(extract(epoch FROM $2::timestamptz - r.requested_at)) >= 60
       AND (r.day_started_at <= $2::timestamptz - interval '1 day' OR r.day_mails < $3)
     RETURNING 1`,
    [userId, at, limit],
  );
  return counted.length > 0;
}

/** Replaces the account's link by a new one; an earlier link stops working. Times are the database's. */
export async function saveToken(
  query: Query,
  { userId, tokenHash, minutes }: { userId: UserId; tokenHash: Buffer; minutes: number },
): Promise<void> {
  await update(query, passwordResets, {
    set: { tokenHash, expiresAt: sql`clock_timestamp() + ${minutes} * interval '1 minute'` },
    where: { userId },
  });
}

export async function isTokenValid(
  query: Query,
  { userId, tokenHash }: { userId: UserId; tokenHash: Buffer },
): Promise<boolean> {
  const found = await query(
    `SELECT 1 FROM password_resets WHERE user_id = $1 AND token_hash = $2 AND expires_at > clock_timestamp()`,
    [userId, tokenHash],
  );
  return found.length > 0;
}

/** Uses a link up. Returns false if it is not valid, so that one of concurrent uses succeeds. */
export async function takeToken(
  query: Query,
  { userId, tokenHash }: { userId: UserId; tokenHash: Buffer },
): Promise<boolean> {
  return update(query, passwordResets, {
    set: { tokenHash: null, expiresAt: null },
    where: { userId, tokenHash },
    and: sql`${passwordResets.expiresAt} > clock_timestamp()`,
  });
}

/** Locks an active account, if it still has this password hash. */
export async function lockAccount(
  query: Query,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
): Promise<boolean> {
  const locked = await query(
    `SELECT 1 FROM users WHERE id = $1 AND status = 'active' AND deleted_at IS NULL AND password_hash = $2
     FOR NO KEY UPDATE`,
    [userId, passwordHash],
  );
  return locked.length > 0;
}

export async function replacePassword(
  query: Query,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
): Promise<void> {
  await update(query, users, {
    set: { passwordHash, mustChangePassword: false },
    where: { id: userId },
  });
}
