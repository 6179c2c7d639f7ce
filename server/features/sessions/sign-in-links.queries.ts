import { MAX_SIGN_IN_LINKS, SIGN_IN_LINK_SECONDS } from '#contract/sessions/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { signInLinks } from '#server/db/schema/sessions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  type Selected,
  selectFirst,
  selectionOf,
  together,
} from '#server/db/selection.ts';

/** The link `l` can be used while its key `k` can, whose owner is `o`. */
const IS_KEY_ACTIVE = `k.revoked_at IS NULL AND k.suspension_reason IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
  AND o.status = 'active' AND o.role = 'admin'`;

export interface NewLink {
  userId: UserId;
  id: string;
  tokenHash: Buffer;
  apiKeyId: string;
  path: string | null;
}

const expiry = selectionOf(signInLinks, 'l', ['expiresAt']);

/** Adds a link of a user, who is locked, and deletes the oldest unused ones beyond the limit. Returns when it expires. */
export async function insertLink(
  query: Query,
  { userId, id, tokenHash, apiKeyId, path }: NewLink,
): Promise<Date> {
  await query(
    `DELETE FROM sign_in_links WHERE user_id = $1 AND id IN (
       SELECT id FROM sign_in_links WHERE user_id = $1 AND used_at IS NULL ORDER BY expires_at DESC, id DESC OFFSET $2)`,
    [userId, MAX_SIGN_IN_LINKS - 1],
  );
  const link = await selectFirst(
    query,
    expiry,
    `INSERT INTO sign_in_links AS l (user_id, id, token_hash, api_key_id, path, expires_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp() + interval '${SIGN_IN_LINK_SECONDS} seconds')
     RETURNING ${expiry.sql}`,
    [userId, id, tokenHash, apiKeyId, path],
  );
  if (!link) throw new Error('The link was not stored');
  return link.expiresAt;
}

const linkColumns = together(
  selectionOf(signInLinks, 'l', ['id', 'apiKeyId', 'path']),
  selectionOf(users, 'u', ['username', 'passwordHash']),
  computed({
    isUsed: boolean('l.used_at IS NOT NULL'),
    hasSecondFactor: boolean('u.second_factor_since IS NOT NULL'),
  }),
);
export type FoundLink = Selected<typeof linkColumns>;

/** Returns a link of an active user that has not expired, or was used, with its user. */
export async function findLink(
  query: Query,
  { userId, tokenHash }: Pick<NewLink, 'userId' | 'tokenHash'>,
): Promise<FoundLink | undefined> {
  return selectFirst(
    query,
    linkColumns,
    `FROM sign_in_links l JOIN users u ON u.id = l.user_id
       JOIN api_keys k ON k.id = l.api_key_id JOIN users o ON o.id = k.user_id
     WHERE l.user_id = $1 AND l.token_hash = $2 AND (l.used_at IS NOT NULL OR l.expires_at > clock_timestamp())
       AND u.status = 'active' AND u.role = 'user' AND u.deleted_at IS NULL AND ${IS_KEY_ACTIVE}`,
    [userId, tokenHash],
  );
}

/** Returns whether a key can be used, and locks it, so that its revocation ends the session that its link opens. */
export async function lockUsableKey(query: Query, apiKeyId: string): Promise<boolean> {
  const found = await query(
    `SELECT 1 FROM api_keys k JOIN users o ON o.id = k.user_id WHERE k.id = $1 AND ${IS_KEY_ACTIVE} FOR SHARE OF k`,
    [apiKeyId],
  );
  return found.length > 0;
}

/** Uses a link up. Returns false if it cannot be used any more, so that one of concurrent uses succeeds. */
export async function takeLink(
  query: Query,
  { userId, id, apiKeyId }: Pick<NewLink, 'userId' | 'id' | 'apiKeyId'>,
): Promise<boolean> {
  if (!(await lockUsableKey(query, apiKeyId))) return false;
  const taken = await query(
    `UPDATE sign_in_links l SET used_at = clock_timestamp() FROM users u
     WHERE l.user_id = $1 AND l.id = $2 AND l.used_at IS NULL AND l.expires_at > clock_timestamp()
       AND u.id = l.user_id AND u.role = 'user' AND u.deleted_at IS NULL
     RETURNING 1`,
    [userId, id],
  );
  return taken.length > 0;
}

/** Deletes links an hour after their expiry; until then a used link is recognised. */
export async function deleteExpiredLinks(query: Query): Promise<void> {
  await query(`DELETE FROM sign_in_links WHERE expires_at < clock_timestamp() - interval '1 hour'`);
}

export async function deleteLinksOf(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM sign_in_links WHERE user_id = $1', [userId]);
}
