import { refuseHalfRestored } from '../backups/settle.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { Deps } from '../deps/deps.ts';
import { seedDefaults } from '../features/users/seed-users.ts';
import { prepareSecrets } from '../platform/secrets/load.ts';

/** Creates the schema and the default accounts. */
export async function prepareFirstStart(deps: Deps) {
  const { projectDir } = deps.config;
  let accounts: Awaited<ReturnType<typeof seedDefaults>> = [];
  const seed = async () => {
    accounts = await seedDefaults(deps);
  };
  const beforeFirst = () => refuseHalfRestored(deps);
  await migrateDatabase(deps.db, { projectDir, beforeFirst, seed });
  await prepareSecrets(deps.db.query, deps.db.secrets);
  return accounts;
}
