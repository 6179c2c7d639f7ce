import { withDatabase } from '../cli/connect.ts';
import { createMovableClock, openDemoShop } from '../cli/demo-shop.ts';
import { findUserIdByName } from '../features/users/users.queries.ts';
import { TEST_AUDIT_KEY } from './audit-key.ts';
import { TEST_SECRET_KEY } from './secrets.ts';

/**
 * Creates transactions up to `until` for all users, consistent with their balances. The services create each one at its
 * own time, in a database on which a server has been started.
 */
export async function addDemoHistory(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  until: Date,
): Promise<void> {
  const env = {
    ENV_FILE: '/dev/null',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    AUDIT_KEY: TEST_AUDIT_KEY,
    SECRET_KEY: TEST_SECRET_KEY,
  };
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
