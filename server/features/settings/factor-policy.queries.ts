import type { Query } from '#server/db/database.ts';
import { walletSettings } from '#server/db/schema/settings.ts';
import { update } from '#server/db/update.ts';

export async function setFactorSince(query: Query, at: Date | null): Promise<void> {
  await update(query, walletSettings, { set: { adminFactorSince: at }, where: { id: 1 } });
}
