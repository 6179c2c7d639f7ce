import { type Database, openDatabase } from '#server/db/database.ts';
import { byHandLimits, DEFAULT_LIMITS } from '#server/db/limits.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { TEST_AUDIT_KEY } from '#server/testing/audit-key.ts';
import { copyDatabase, createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { startTestPostgres } from '#server/testing/postgres.ts';
import { TEST_SECRET_KEY, testSecrets } from '#server/testing/secrets.ts';
import { ADMIN_PASSWORD } from '#server/testing/stand-ins.ts';
import { migrateAndSeed } from '#server/testing/template.ts';
import { SoakServer } from './server.ts';

/** The settings of all servers of soaks. */
export const SETTINGS = {
  SECRET_KEY: TEST_SECRET_KEY,
  AUDIT_KEY: TEST_AUDIT_KEY,
  ADMIN_PASSWORD,
  TRANSLATION_PROVIDER: 'off',
  DEMO_PASSWORD: 'demo-of-soaks',
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
  return openDatabase({ connectionString }, { limits, secrets: testSecrets() });
}

type Connect = (databaseUrl: string) => string;
type InWorld = <Result>(use: (world: World) => Promise<Result>) => Promise<Result>;

/** Starts a cluster, and gives `work` a function that makes worlds of one seeded template. */
export async function withWorlds(
  work: (inWorld: InWorld, template: string) => Promise<void>,
  connect?: Connect,
): Promise<void> {
  const postgres = await startTestPostgres({ engine: 'embedded' });
  try {
    const template = await createDatabase(postgres.connectionString);
    await migrateAndSeed({ connectionString: template });
    await work((use) => withWorld(template, use, connect), template);
  } finally {
    await postgres.stop();
  }
}

/** Starts a server on a copy of a database. `connect` returns the URL with which it reaches this copy. */
export async function withWorld<Result>(
  template: string,
  use: (world: World) => Promise<Result>,
  connect: Connect = (url) => url,
): Promise<Result> {
  const url = await copyDatabase(template);
  const db = openSoakDatabase(url);
  try {
    const server = await SoakServer.start({ ...SETTINGS, DATABASE_URL: connect(url) });
    return await use({ url, db, server }).finally(() => server.remove());
  } finally {
    await db.close();
    await dropDatabase(url);
  }
}

/** Returns how many rows break an invariant, except those with these titles, and prints some of them. */
export async function countBroken(db: Database, except: string[] = []): Promise<number> {
  let broken = 0;
  for await (const { title, offenders } of verifyDatabase(db)) {
    if (except.includes(title)) continue;
    if (offenders.length > 0) console.error(title, offenders.slice(0, 3));
    broken += offenders.length;
  }
  return broken;
}
