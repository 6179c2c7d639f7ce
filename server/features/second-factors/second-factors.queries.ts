import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { boolean, computed, type Selected, selectFirst } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const factorState = computed({ has: boolean('f.has'), had: boolean('f.had') });

/** Sets since when an account has a second factor. Returns whether it has one, and whether it had one before. */
export async function updateFactorState(
  query: Query,
  userId: UserId,
  at: Date,
): Promise<Selected<typeof factorState>> {
  const state = await selectFirst(
    query,
    factorState,
    `UPDATE users u SET second_factor_since = CASE WHEN f.has THEN coalesce(u.second_factor_since, $2) END
     FROM (SELECT b.id, b.second_factor_since IS NOT NULL AS had,
         EXISTS (SELECT FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL)
           OR EXISTS (SELECT FROM passkeys WHERE user_id = $1) AS has
       FROM users b WHERE b.id = $1) AS f
     WHERE u.id = f.id RETURNING ${factorState.sql}`,
    [userId, at],
  );
  return state ?? { has: false, had: false };
}

export async function deleteAllFactors(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM authenticators WHERE user_id = $1', [userId]);
  await query('DELETE FROM passkeys WHERE user_id = $1', [userId]);
}

/** The other sessions of a person were confirmed with the password, which no longer suffices. */
export async function withdrawConfirmations(
  query: Query,
  userId: UserId,
  sessionId: string,
): Promise<void> {
  await update(query, sessions, {
    set: { confirmedAt: null },
    where: { userId, endedAt: null },
    and: sql`${sessions.id} <> ${sessionId} AND ${sessions.confirmedAt} IS NOT NULL`,
  });
}

/** Returns whether the rule for administrators requires a second factor of this account. */
export async function isFactorRequired(query: Query, userId: UserId): Promise<boolean> {
  const found = await query(
    `SELECT FROM users u, wallet_settings w WHERE u.id = $1 AND u.role = 'admin' AND w.admin_factor_required`,
    [userId],
  );
  return found.length > 0;
}
