import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';

const GATE = 1;
/** The migration finds the deadlock first. Only a superuser may set this. */
const PATIENT = "SET deadlock_timeout = '1min'";
const MIGRATION = [
  'ALTER TABLE first ADD COLUMN added int',
  `SELECT pg_advisory_xact_lock(${GATE})`,
  'ALTER TABLE second ADD COLUMN added int',
].join('; --> statement-breakpoint\n');

async function writeProject(migration = MIGRATION): Promise<string> {
  const projectDir = await mkdtemp(path.join(tmpdir(), 'wallet-migrate-'));
  const folder = path.join(projectDir, 'server/db/migrations');
  await mkdir(path.join(folder, 'meta'), { recursive: true });
  const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_both', breakpoints: true }];
  const journal = JSON.stringify({ version: '7', dialect: 'postgresql', entries });
  await writeFile(path.join(folder, 'meta/_journal.json'), journal);
  await writeFile(path.join(folder, '0000_both.sql'), migration);
  return projectDir;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.replace('//wallet@', '//postgres@') });
  await client.connect();
  return client;
}

test('a migration that the database ends because of a deadlock is applied the second time', async () => {
  const projectDir = await writeProject();
  const url = await createDatabase(inject('templateUrl'));
  const db = openDatabase({ connectionString: url });
  const [writer, gate] = [await connect(url), await connect(url)];
  onTestFinished(async () => {
    await Promise.all([writer.end(), gate.end(), db.close()]);
    await dropDatabase(url);
    await rm(projectDir, { recursive: true });
  });
  const untilWaiting = (kind: string) =>
    expect
      .poll(async () => {
        const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = '${kind}'
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        return (await gate.query(waiting)).rowCount;
      })
      .toBe(1);
  await db.query('CREATE TABLE first (); CREATE TABLE second ()');
  await gate.query(`SELECT pg_advisory_lock(${GATE})`);
  await writer.query(`${PATIENT}; BEGIN; LOCK TABLE second`);

  const migrating = migrateDatabase(db, { projectDir, seed: async () => undefined });
  await untilWaiting('advisory');
  const writing = writer.query('LOCK TABLE first');
  await untilWaiting('relation');
  await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
  await writing;
  await writer.query('COMMIT');
  await migrating;
  const columns = `SELECT table_name FROM information_schema.columns
     WHERE column_name = 'added' ORDER BY table_name`;
  expect(await db.query(columns)).toEqual([{ table_name: 'first' }, { table_name: 'second' }]);
});

test('the error of a failed migration has its name and the reason of the database', async () => {
  const projectDir = await writeProject('ALTER TABLE missing ADD COLUMN added int');
  const url = await createDatabase(inject('templateUrl'));
  const db = openDatabase({ connectionString: url });
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(url);
    await rm(projectDir, { recursive: true });
  });
  await expect(migrateDatabase(db, { projectDir, seed: async () => undefined })).rejects.toThrow(
    'The migration 0000_both failed: relation "missing" does not exist (SQLSTATE 42P01). All migrations of this start were undone.',
  );
});
