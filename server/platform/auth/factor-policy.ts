import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '../../db/database.ts';

/** SQL: until when the user `u` has to add a second factor, or null if none is missing. Only administrators need one. */
export const FACTOR_DUE_AT = `CASE WHEN u.role = 'admin' AND u.second_factor_since IS NULL THEN (
    SELECT coalesce(greatest(w.admin_factor_since, u.second_factor_required_since), u.created_at)
      + make_interval(days => w.admin_factor_days)
    FROM wallet_settings w WHERE w.admin_factor_required) END`;

export async function hasSecondFactor(query: Query, userId: UserId): Promise<boolean> {
  const found = await query('SELECT FROM users WHERE id = $1 AND second_factor_since IS NOT NULL', [
    userId,
  ]);
  return found.length > 0;
}
