import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { z } from 'zod';
import type { Query } from './database.ts';
import {
  boolean,
  computed,
  integer,
  nullable,
  type Selected,
  select,
  selectValue,
  text,
} from './selection.ts';

const appliedColumns = computed({ hash: text('hash'), createdAt: integer('created_at') });
export type AppliedMigration = Selected<typeof appliedColumns>;

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

/** The single migrations that the first one, the baseline, replaced. With all of them, a database has the baseline's schema. */
const SINGLE_MIGRATIONS = {
  count: 82,
  first: { createdAt: 1795237565091 },
  last: {
    createdAt: 1795742018094,
    hash: '190b7c020c3fc22a4f341ae1bcfd0a97c81e9f2892392adb6fd485d7a63588ae',
  },
};

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
  const isTable = boolean('to_regclass($1) IS NOT NULL');
  if (!(await selectValue(query, isTable, '', [MIGRATIONS_TABLE]))) return [];
  const statement = `SELECT ${appliedColumns.sql} FROM ${MIGRATIONS_TABLE} ORDER BY created_at`;
  return select(query, appliedColumns, statement);
}

/**
 * Returns the applied migrations, in the order of their times, with the baseline in place of the single migrations that it
 * replaced. Returns undefined if only some of these were applied.
 */
export function withBaseline(
  applied: AppliedMigration[],
  known: Migration[],
): AppliedMigration[] | undefined {
  const { count, first, last } = SINGLE_MIGRATIONS;
  const [oldest, newest, baseline] = [applied[0], applied.at(-1), known[0]];
  if (!baseline || !newest || oldest?.createdAt !== first.createdAt) return applied;
  if (newest.createdAt < last.createdAt) return undefined;
  const isLast = newest.createdAt === last.createdAt && newest.hash === last.hash;
  return isLast && applied.length === count ? [baseline] : applied;
}

export function findUnknownMigrations(
  applied: AppliedMigration[],
  known: Migration[],
): AppliedMigration[] {
  const moments = new Set(known.map((migration) => migration.createdAt));
  return applied.filter((migration) => !moments.has(migration.createdAt));
}

/** Records the baseline instead of the single migrations that it replaced. */
export async function recordBaseline(client: pg.ClientBase, baseline: Migration): Promise<void> {
  await client.query(
    `WITH single AS (DELETE FROM ${MIGRATIONS_TABLE})
     INSERT INTO ${MIGRATIONS_TABLE} (hash, created_at) VALUES ($1, $2)`,
    [baseline.hash, baseline.createdAt],
  );
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
  const works = text(
    `substring(obj_description(to_regclass($1), 'pg_class') FROM 'works since (\\d+)')`,
  );
  const since = await selectValue(query, nullable(works), '', [MIGRATIONS_TABLE]);
  const newest = known.at(-1)?.createdAt ?? 0;
  return since != null && newest >= Number(since);
}
