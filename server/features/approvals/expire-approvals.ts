import type { Deps } from '#server/deps/deps.ts';
import { expireApprovals } from './expire-approvals.queries.ts';
import { recordExpired } from './store-approvals.ts';

const BATCH_SIZE = 100;

/** Ends requests that were not confirmed in time and notifies their makers once, in transactions of limited size. */
export async function expireOldApprovals({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const rows = await expireApprovals(tx, tx.at, BATCH_SIZE);
      await recordExpired(tx, rows);
      return rows.length;
    });
    if (count < BATCH_SIZE) return;
  }
}
