import { copyDatabase, createDatabase } from '../../server/testing/databases.ts';
import { startTestPostgres } from '../../server/testing/postgres.ts';
import { Wallet } from './wallet.ts';

/** When the first start was: before any journey begins. */
const DAY_BEFORE = '2026-11-20T16:30:00+05:30';

/** Where workers find the database that each test's own is copied from. */
const TEMPLATE_URL = 'E2E_TEMPLATE_URL';

/**
 * Starts one throw-away PostgreSQL for all journeys and lets a server make its first start on it, so
 * that no journey waits for that again.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres({ engine: 'embedded' });
  const template = await createDatabase(postgres.connectionString);
  const wallet = await Wallet.start({ environment: { DATABASE_URL: template }, now: DAY_BEFORE });
  await wallet.stop();
  process.env[TEMPLATE_URL] = template;
  return () => postgres.stop();
}

/** A seeded database of a test's own. */
export function copyTemplate(): Promise<string> {
  const template = process.env[TEMPLATE_URL];
  if (!template)
    throw new Error('There is no database to copy: the set-up of the journeys did not run');
  return copyDatabase(template);
}
