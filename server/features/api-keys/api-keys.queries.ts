import type { SuspensionReason } from '#contract/api-keys/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { apiKeys } from '#server/db/schema/api-keys.ts';
import { users } from '#server/db/schema/users.ts';
import {
  countOf,
  optional,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const keyColumns = together(
  selectionOf(apiKeys, 'k', [
    ...(['id', 'userId', 'name', 'scopes', 'lastFour', 'lastUsedAt'] as const),
    ...(['expiresAt', 'revokedAt', 'suspensionReason'] as const),
  ]),
  selectionOf(users, 'u', ['username', 'role', 'adminRole', 'status']),
);
export type FoundApiKey = Selected<typeof keyColumns>;
const found = together(keyColumns, selectionOf(apiKeys, 'k', ['secretHash']));

/** Returns the keys with these secrets in the same order; undefined for unknown ones. */
export async function findApiKeys(
  query: Query,
  secretHashes: readonly Buffer[],
): Promise<(FoundApiKey | undefined)[]> {
  const keys = await select(
    query,
    found,
    'FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.secret_hash = ANY ($1)',
    [secretHashes],
  );
  return secretHashes.map((hash) => keys.find((key) => key.secretHash.equals(hash)));
}

/** If a command has locked the row, skips it and leaves it to the next request. */
export async function touchApiKey(query: Query, id: string, now: Date): Promise<void> {
  await query(
    `UPDATE api_keys SET last_used_at = $2 WHERE id = (
       SELECT id FROM api_keys WHERE id = $1
         AND (last_used_at IS NULL OR abs(extract(epoch FROM last_used_at - $2)) > 60)
       FOR NO KEY UPDATE SKIP LOCKED)`,
    [id, now],
  );
}

const columns = together(
  keyColumns,
  selectionOf(apiKeys, 'k', ['createdAt', 'dayPaise', 'dayCommands']),
  optional(renamed(users, 'r', { revokedBy: 'username' })),
);
export type ApiKeyRow = Selected<typeof columns>;
const tables =
  'api_keys k JOIN users u ON u.id = k.user_id LEFT JOIN users r ON r.id = k.revoked_by';

export async function selectApiKeys(query: Query): Promise<ApiKeyRow[]> {
  return select(query, columns, `FROM ${tables} ORDER BY k.created_at DESC, k.id DESC`);
}

export async function lockApiKey(query: Query, id: string): Promise<ApiKeyRow | undefined> {
  return selectFirst(query, columns, `FROM ${tables} WHERE k.id = $1 FOR UPDATE OF k`, [id]);
}

export async function countUsableKeys(query: Query, userId: UserId, now: Date): Promise<number> {
  return countOf(
    query,
    'api_keys WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)',
    [userId, now],
  );
}

export async function countExpiringKeys(query: Query, now: Date, days: number): Promise<number> {
  return countOf(
    query,
    `api_keys k JOIN users u ON u.id = k.user_id
     WHERE k.revoked_at IS NULL AND k.expires_at > $1 AND k.expires_at <= $1::timestamptz + $2 * interval '1 day'
       AND u.role = 'admin' AND u.status = 'active'`,
    [now, days],
  );
}

export async function insertApiKey(orm: Orm, key: NewRow<typeof apiKeys>): Promise<void> {
  await orm.insert(apiKeys).values(key);
}

export async function markApiKeyRevoked(
  query: Query,
  id: string,
  { by, at }: { by: UserId; at: Date },
): Promise<void> {
  await update(query, apiKeys, { set: { revokedAt: at, revokedBy: by }, where: { id } });
}

const keyIds = selectionOf(apiKeys, 'k', ['id']);

export async function markApiKeysSuspended(
  query: Query,
  userId: UserId,
  { reason, at }: { reason: SuspensionReason; at: Date },
): Promise<string[]> {
  const suspended = await select(
    query,
    keyIds,
    `WITH usable AS (
       SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL AND suspension_reason IS NULL
         AND (expires_at IS NULL OR expires_at > $3)
       ORDER BY id FOR UPDATE)
     UPDATE api_keys k SET suspension_reason = $2 FROM usable WHERE k.id = usable.id RETURNING ${keyIds.sql}`,
    [userId, reason, at],
  );
  return suspended.map(({ id }) => id);
}

export async function markApiKeyResumed(query: Query, id: string): Promise<void> {
  await update(query, apiKeys, { set: { suspensionReason: null }, where: { id } });
}

export async function forgetOldApiKeys(
  query: Query,
  userId: UserId,
  { now, kept }: { now: Date; kept: number },
): Promise<void> {
  await query(
    `DELETE FROM api_keys WHERE id IN (
       SELECT id FROM api_keys WHERE user_id = $1 AND (revoked_at IS NOT NULL OR expires_at <= $2)
       ORDER BY id DESC OFFSET $3)`,
    [userId, now, kept],
  );
}

/** Bounded: the job runs again, and a day has one row for each key with limits. */
export async function deleteKeyDaysBefore(query: Query, day: string): Promise<void> {
  await query(
    `DELETE FROM api_key_days WHERE (key_id, day) IN (
       SELECT key_id, day FROM api_key_days WHERE day < $1 LIMIT 10000)`,
    [day],
  );
}
