import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './db.ts';

/** Any number that nothing else in this database locks on. */
const MIGRATION_LOCK = 7_260_151;

/**
 * Brings the schema up to date, then runs `seed`, under one advisory lock, so that servers that
 * start together do it once. Migrations are applied all or none.
 */
export async function migrateDatabase(
  db: Database,
  { projectDir, seed }: { projectDir: string; seed: () => Promise<void> },
): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrationsFolder = path.join(projectDir, 'server/db/migrations');
    await migrate(drizzle(client), { migrationsFolder });
    await seed();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
