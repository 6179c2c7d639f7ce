import { START } from '../../server/testing/clock.ts';
import { copyDatabase, createDatabase } from '../../server/testing/databases.ts';
import { startTestPostgres } from '../../server/testing/postgres.ts';
import { Wallet } from './wallet.ts';

/** Where workers find the template database of the tests. */
const TEMPLATE_URL = 'E2E_TEMPLATE_URL';

/**
 * Starts one temporary PostgreSQL for all tests and seeds it with a server's first start, so
 * that no test waits for that again.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres({ engine: 'embedded' });
  const template = await createDatabase(postgres.connectionString);
  // The first start is before any test begins.
  const dayBefore = new Date(START.getTime() - 24 * 60 * 60_000).toISOString();
  const wallet = await Wallet.start({ environment: { DATABASE_URL: template }, now: dayBefore });
  await wallet.stop();
  process.env[TEMPLATE_URL] = template;
  return () => postgres.stop();
}

/** A seeded database for one test. */
export function copyTemplate(): Promise<string> {
  const template = process.env[TEMPLATE_URL];
  if (!template)
    throw new Error('There is no database to copy: the set-up of the journeys did not run');
  return copyDatabase(template);
}
