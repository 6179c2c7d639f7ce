import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
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
