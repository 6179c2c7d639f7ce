import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../lib/db.ts';
import { databaseUrl } from './global-setup.ts';

/** A database of its own for one test file, copied from the seeded template. */
export async function openTestDatabase(): Promise<{
  db: Database;
  url: string;
  drop(): Promise<void>;
}> {
  const templateUrl = inject('templateUrl');
  const template = /\/([^/?]+)(?:\?|$)/.exec(templateUrl)?.[1];
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase({ connectionString: databaseUrl(templateUrl, 'postgres'), max: 1 });
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = databaseUrl(templateUrl, name);
  const db = openDatabase({ connectionString: url });
  const drop = async () => {
    await db.close();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.close();
  };
  return { db, url, drop };
}
