import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { findPendingMigrations } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { copyDatabase, createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { describeSchema } from '#server/testing/schema-description.ts';
import { schemaOf } from './schema.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

function open(connectionString: string): Database {
  const db = openDatabase({ connectionString });
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(connectionString);
  });
  return db;
}

test('the kept schema of a release makes a database that has all migrations', async () => {
  const db = open(await createDatabase(inject('templateUrl')));
  const migrated = open(await copyDatabase(inject('templateUrl')));
  await db.query(schemaOf('1.0.0', readMigrations(projectDir)));
  const { pending, adopted } = await findPendingMigrations(db, projectDir);
  expect({ pending, adopted }).toEqual({ pending: [], adopted: undefined });
  expect(await describeSchema(db.query)).toEqual(await describeSchema(migrated.query));
});
