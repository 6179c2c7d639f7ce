import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { findDatabaseError } from '../base/errors.ts';
import { toOutage } from '../base/outages.ts';
import { orLoss, queryOn } from './connections.ts';
import type { Database } from './database.ts';
import {
  findUnknownMigrations,
  isCompatible,
  LAST_OF_PREVIOUS_RELEASE,
  listAppliedMigrations,
  type Migration,
  migrationsFolderOf,
  readMigrations,
  recordBaseline,
  recordCompatibility,
  withBaseline,
} from './migrations.ts';
import { boolean, selectValue } from './selection.ts';

/** Lets only one server migrate at a time. No other advisory lock may use this number. */
const MIGRATION_LOCK = 7_260_151;
const LOCK_PAUSE_MS = 200;
const DEADLOCK = '40P01';
/** How many deadlocks with other transactions a migration survives. */
const DEADLOCKS = 5;

/**
 * Migrates the schema and then runs `seed`, under one advisory lock. Applies all migrations or none. Throws Error with
 * a sentence for the operator if a newer version has migrated the database, unless this one works with its schema, or if an
 * older version than the baseline has.
 */
export async function migrateDatabase(
  db: Database,
  options: {
    projectDir: string;
    /** Runs under the lock before the first migration of an empty database. If it throws, the database stays empty. */
    beforeFirst?: () => Promise<void>;
    seed: () => Promise<void>;
    signal?: AbortSignal;
    lastOfPrevious?: string;
  },
): Promise<void> {
  const { projectDir, seed, signal, lastOfPrevious = LAST_OF_PREVIOUS_RELEASE } = options;
  const client = await db.background.pool.connect().catch((error: unknown) => {
    throw toOutage(error);
  });
  try {
    await lockMigrations(client, signal);
    const { isEmpty, pending, adopted } = await findPendingMigrations(db, projectDir);
    if (adopted) await recordBaseline(client, adopted);
    if (isEmpty) await options.beforeFirst?.();
    // Changing a large table may take long. Waiting for a lock still times out, since it blocks other queries.
    await client.query('SET statement_timeout = 0');
    // Without pending ones drizzle would create its schema again, which only the owner of the database may.
    if (pending.length > 0) {
      await applyAll(client, projectDir);
      const oldest = readMigrations(projectDir).find(({ name }) => name === lastOfPrevious);
      await recordCompatibility(client, oldest);
    }
    await seed();
  } catch (error) {
    throw orLoss(client, error);
  } finally {
    // Closing the connection also releases its settings and its lock.
    client.release(true);
  }
}

/** One transaction. Servers of the previous version can hold locks for which it waits, and wait for its locks. */
async function applyAll(client: pg.PoolClient, projectDir: string): Promise<void> {
  const migrationsFolder = migrationsFolderOf(projectDir);
  for (let left = DEADLOCKS; ; left -= 1) {
    try {
      return await migrate(drizzle(client), { migrationsFolder });
    } catch (error) {
      if (left > 0 && findDatabaseError(error)?.code === DEADLOCK) continue;
      throw explain(error, projectDir);
    }
  }
}

/** Names the migration and the database's reason: the message of drizzle's error has only the statement. */
function explain(error: unknown, projectDir: string): unknown {
  const reason = findDatabaseError(error);
  if (!reason || !(error instanceof DrizzleQueryError)) return error;
  const statement = error.query.trim();
  const failed = readMigrations(projectDir).find(({ statements }) =>
    statements.includes(statement),
  );
  const sentence = `The migration ${failed?.name ?? 'of the schema'} failed: ${reason.message} (SQLSTATE ${reason.code}).`;
  return new Error(`${sentence} All migrations of this start were undone.`, { cause: error });
}

/** Polls for the lock without a timeout: another server's migration may take an hour. */
export async function lockMigrations(client: pg.ClientBase, signal?: AbortSignal): Promise<void> {
  const lock = boolean('pg_try_advisory_lock($1)');
  while (!(await selectValue(queryOn(client), lock, '', [MIGRATION_LOCK]))) {
    await setTimeout(LOCK_PAUSE_MS, undefined, { signal });
  }
}

/**
 * Returns the migrations that are still to be applied, and the baseline if the database has the single migrations that it
 * replaced. Throws Error with a sentence for the operator if a newer version has migrated the database, and this version does
 * not work with its schema, or if an older version than the baseline has.
 */
export async function findPendingMigrations(
  { query }: Pick<Database, 'query'>,
  projectDir: string,
): Promise<{ pending: Migration[]; isEmpty: boolean; adopted?: Migration }> {
  const known = readMigrations(projectDir);
  const recorded = await listAppliedMigrations(query);
  const applied = withBaseline(recorded, known);
  if (!applied) {
    throw new Error(
      `The database is of an older version, whose ${recorded.length} migrations are not part of this version. Start the last ` +
        'version with single migrations on it once, and then start this version.',
    );
  }
  const unknown = findUnknownMigrations(applied, known);
  if (unknown.length > 0 && !(await isCompatible(query, known))) {
    throw new Error(
      `The database has been migrated by a newer version of this software (${unknown.length} of its ` +
        'migrations are unknown to this one). Start that version, or restore a backup from before it.',
    );
  }
  const moments = new Set(applied.map((migration) => migration.createdAt));
  const pending = known.filter((migration) => !moments.has(migration.createdAt));
  const adopted = applied === recorded ? undefined : known[0];
  return { pending, isEmpty: applied.length === 0, adopted };
}
