import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { describeSchema } from '#server/testing/schema-description.ts';
import { findProjectDir } from '../platform/runtime/project.ts';
import { type Database, openDatabase, type Query } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { listAppliedMigrations, readMigrations } from './migrations.ts';

const projectDir = findProjectDir(import.meta.dirname);
/** Kept schemas of earlier releases, from which upgrades are tested. */
const folder = path.join(import.meta.dirname, 'releases');

let url: string;
let fresh: Database;
beforeAll(async () => {
  url = await createDatabase(inject('templateUrl'));
  fresh = openDatabase({ connectionString: url });
  await migrate(fresh);
});
afterAll(async () => {
  await fresh.close();
  await dropDatabase(url);
});

const migrate = (db: Database) => migrateDatabase(db, { projectDir, seed: async () => undefined });

/** Loads the kept schema of a release into a new database. */
async function load(file: string): Promise<Database> {
  const connectionString = await createDatabase(inject('templateUrl'));
  const db = openDatabase({ connectionString });
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(connectionString);
  });
  await db.query(readFileSync(path.join(folder, file), 'utf8'));
  return db;
}

/** Returns all rows without the random id of the audit log and the times of the migrations. */
async function listRows(query: Query): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const rows = tables.map(async ({ name }) => {
    const found = await query<{ row: string }>(
      `SELECT (to_jsonb(t) - '{log_id,updated_at}'::text[])::text AS row FROM ${name} t`,
    );
    return found.map(({ row }) => `${name}: ${row}`);
  });
  return (await Promise.all(rows)).flat().sort();
}

test.each(readdirSync(folder))('an upgraded database of %s equals a new one', async (file) => {
  const db = await load(file);
  await migrate(db);
  expect(await describeSchema(db.query)).toEqual(await describeSchema(fresh.query));
  expect(await listRows(db.query)).toEqual(await listRows(fresh.query));
  const known = readMigrations(projectDir).map(({ hash, createdAt }) => ({ hash, createdAt }));
  expect(await listAppliedMigrations(db.query)).toEqual(known);
});
