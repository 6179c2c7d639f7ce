import { withDatabase } from '../commands/connect.ts';
import { createMovableClock, openDemoShop } from '../commands/demo-shop.ts';
import { findUserIdByName } from '../features/users/queries.ts';

/**
 * Gives everyone a history up to `until` that agrees with their balance: the services make it, each step at its
 * own moment, in a database that a server has started on.
 */
export async function addDemoHistory(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  until: Date,
): Promise<void> {
  const env = { ENV_FILE: '/dev/null', DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const clock = createMovableClock();
  await withDatabase(
    env,
    async ({ deps }) => {
      const adminId = await findUserIdByName(deps.db.query, 'admin');
      if (!adminId) throw new Error('The account admin is missing.');
      await openDemoShop(deps, clock, { adminId, until, password: 'shop-of-e2e' });
    },
    clock,
  );
}
