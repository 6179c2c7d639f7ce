import type { Query } from '#server/db/database.ts';

export async function setFactorSince(query: Query, at: Date | null): Promise<void> {
  await query('UPDATE wallet_settings SET admin_factor_since = $1 WHERE id = 1', [at]);
}
