import { inject } from 'vitest';
import { type Database, openDatabase } from '../lib/db.ts';
import { copyDatabase, dropDatabase } from './databases.ts';

/** A database of its own for one test file, copied from the seeded template. */
export async function openTestDatabase(): Promise<{
  db: Database;
  url: string;
  drop(): Promise<void>;
}> {
  const url = await copyDatabase(inject('templateUrl'));
  const db = openDatabase({ connectionString: url });
  const drop = async () => {
    await db.close();
    await dropDatabase(url);
  };
  return { db, url, drop };
}
