import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { Database } from './database.ts';
import {
  findUnknownMigrations,
  listAppliedMigrations,
  type Migration,
  migrationsFolderOf,
  readMigrations,
} from './migrations.ts';

/** Any number that nothing else in this database locks on. */
const MIGRATION_LOCK = 7_260_151;
const LOCK_PAUSE_MS = 200;

/**
 * Brings the schema up to date, then runs `seed`, under one advisory lock, so that servers that
 * start together do it once. Migrations are applied all or none. Throws Error with a sentence for the
 * operator when a newer version has migrated the database already, and AbortError on `signal`.
 */
export async function migrateDatabase(
  db: Database,
  options: {
    projectDir: string;
    /** Runs under the lock, before the first migration of an empty database; it may throw to leave that empty. */
    beforeFirst?: () => Promise<void>;
    seed: () => Promise<void>;
    signal?: AbortSignal;
  },
): Promise<void> {
  const { projectDir, seed, signal } = options;
  const client = await db.background.pool.connect();
  try {
    await lockMigrations(client, signal);
    const { isEmpty } = await findPendingMigrations(db, projectDir);
    if (isEmpty) await options.beforeFirst?.();
    // Building an index over years of rows takes what it takes; waiting for a lock would hold up everyone.
    await client.query('SET statement_timeout = 0');
    await migrate(drizzle(client), { migrationsFolder: migrationsFolderOf(projectDir) });
    await seed();
  } finally {
    // Its settings and its lock go with it.
    client.release(true);
  }
}

/** Another server may migrate for an hour: that is no wait for a lock that a limit should end. */
export async function lockMigrations(client: pg.ClientBase, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isLocked"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isLocked) return;
    await setTimeout(LOCK_PAUSE_MS, undefined, { signal });
  }
}

/**
 * The migrations of this version that a database lacks, and whether it has had none at all. Throws Error
 * with a sentence for the operator when a newer version has migrated it.
 */
export async function findPendingMigrations(
  { query }: Pick<Database, 'query'>,
  projectDir: string,
): Promise<{ pending: Migration[]; isEmpty: boolean }> {
  const known = readMigrations(projectDir);
  const applied = await listAppliedMigrations(query);
  // Older code would read and write what it does not understand.
  const unknown = findUnknownMigrations(applied, known);
  if (unknown.length > 0) {
    throw new Error(
      `The database has been migrated by a newer version of this software (${unknown.length} of its ` +
        'migrations are unknown to this one). Start that version, or restore a backup from before it.',
    );
  }
  const moments = new Set(applied.map((migration) => migration.createdAt));
  const pending = known.filter((migration) => !moments.has(migration.createdAt));
  return { pending, isEmpty: applied.length === 0 };
}
