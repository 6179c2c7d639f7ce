import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import type { Query } from './database.ts';

export interface AppliedMigration {
  hash: string;
  createdAt: number;
}

export interface Migration extends AppliedMigration {
  name: string;
  statements: string[];
}

export const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations';

/**
 * The last migration of the previous release, whose servers work with this schema: they may be started on it again, after an
 * upgrade that failed. Set it with each release; undefined while there is no previous one.
 */
export const LAST_OF_PREVIOUS_RELEASE: string | undefined = undefined;

const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });

export function migrationsFolderOf(projectDir: string): string {
  return path.join(projectDir, 'server/db/migrations');
}

export function readMigrations(projectDir: string): Migration[] {
  const migrationsFolder = migrationsFolderOf(projectDir);
  const file = path.join(migrationsFolder, 'meta/_journal.json');
  const { entries } = journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, n) => ({
    name: entries[n]?.tag ?? '',
    statements: sql.map((statement) => statement.trim()),
    hash,
    createdAt: folderMillis,
  }));
}

export async function listAppliedMigrations(query: Query): Promise<AppliedMigration[]> {
  const [table] = await query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    MIGRATIONS_TABLE,
  ]);
  if (!table?.found) return [];
  return query(
    `SELECT hash, created_at AS "createdAt" FROM ${MIGRATIONS_TABLE} ORDER BY created_at`,
  );
}

export function findUnknownMigrations(
  applied: AppliedMigration[],
  known: Migration[],
): AppliedMigration[] {
  const moments = new Set(known.map((migration) => migration.createdAt));
  return applied.filter((migration) => !moments.has(migration.createdAt));
}

/**
 * Records that programs with this migration, or a later one, work with the schema. Without it, that none but this one does:
 * what an earlier program recorded does not hold any more.
 */
export async function recordCompatibility(
  client: pg.ClientBase,
  oldest: Migration | undefined,
): Promise<void> {
  const comment = oldest ? `'works since ${oldest.createdAt}'` : 'NULL';
  await client.query(`COMMENT ON TABLE ${MIGRATIONS_TABLE} IS ${comment}`);
}

/** Whether a newer version, which migrated the database, recorded that a program with these migrations works with it. */
export async function isCompatible(query: Query, known: Migration[]): Promise<boolean> {
  const [row] = await query<{ since: string | null }>(
    `SELECT substring(obj_description(to_regclass($1), 'pg_class') FROM 'works since (\\d+)') AS since`,
    [MIGRATIONS_TABLE],
  );
  const newest = known.at(-1)?.createdAt ?? 0;
  return row?.since != null && newest >= Number(row.since);
}
