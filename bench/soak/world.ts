import pg from 'pg';
import { type Database, openDatabase } from '#server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '#server/db/limits.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { systemClock } from '#server/platform/runtime/clock.ts';
import { TEST_AUDIT_KEY } from '#server/testing/audit-key.ts';
import { copyDatabase, createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { startTestPostgres } from '#server/testing/postgres.ts';
import { TEST_SECRET_KEY, testSecrets } from '#server/testing/secrets.ts';
import { ADMIN_PASSWORD } from '#server/testing/stand-ins.ts';
import { migrateAndSeed } from '#server/testing/template.ts';
import { SoakServer } from './server.ts';

/** The settings of all servers of soaks. */
export const SETTINGS = {
  ...{ SECRET_KEY: TEST_SECRET_KEY, AUDIT_KEY: TEST_AUDIT_KEY, ADMIN_PASSWORD },
  ...{ TRANSLATION_PROVIDER: 'off', DEMO_PASSWORD: 'demo-of-soaks' },
};

/** A server on its own new database, and a second connection to this database. */
export interface World {
  url: string;
  db: Database;
  server: SoakServer;
}

/** Opens a database for the soak's own statements, with long limits. */
export function openSoakDatabase(connectionString: string): Database {
  const limits = byHandLimits(DEFAULT_LIMITS);
  return openDatabase({ connectionString }, { limits, clock: systemClock, secrets: testSecrets() });
}

type InWorld = <Result>(use: (world: World) => Promise<Result>) => Promise<Result>;

/**
 * Starts a cluster, and gives `work` a function that makes worlds of one seeded template. `connect` returns the URL with
 * which servers reach a database.
 */
export async function withWorlds(
  work: (inWorld: InWorld, cluster: { socket: string }) => Promise<void>,
  { connect = (url: string) => url }: { connect?: (databaseUrl: string) => string } = {},
): Promise<void> {
  const postgres = await startTestPostgres({ engine: 'embedded' });
  try {
    const template = await createDatabase(postgres.connectionString);
    await migrateAndSeed({ connectionString: template });
    const { host, port } = new pg.Client({ connectionString: template });
    const inWorld: InWorld = async (use) => {
      const url = await copyDatabase(template);
      const db = openSoakDatabase(url);
      const server = await SoakServer.start({ ...SETTINGS, DATABASE_URL: connect(url) });
      try {
        return await use({ url, db, server });
      } finally {
        await server.remove();
        await db.close();
        await dropDatabase(url);
      }
    };
    await work(inWorld, { socket: `${host}/.s.PGSQL.${port}` });
  } finally {
    await postgres.stop();
  }
}

/** Returns how many rows break an invariant, and prints some of them. */
export async function countBroken(db: Database): Promise<number> {
  let broken = 0;
  for await (const { title, offenders } of verifyDatabase(db)) {
    if (offenders.length > 0) console.error(title, offenders.slice(0, 3));
    broken += offenders.length;
  }
  return broken;
}
