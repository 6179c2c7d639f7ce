import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { describeSchema } from '#server/testing/schema-description.ts';
import { findProjectDir } from '../base/project.ts';
import { type Database, openDatabase, type Query } from './database.ts';
import { lockMigrations, migrateDatabase } from './migrate.ts';
import { listAppliedMigrations, MIGRATIONS_TABLE, readMigrations } from './migrations.ts';

const projectDir = findProjectDir(import.meta.dirname);
/** Kept schemas of earlier releases, from which upgrades are tested. */
const folder = path.join(import.meta.dirname, 'releases');

const known = readMigrations(projectDir).map(({ hash, createdAt }) => ({ hash, createdAt }));

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
async function load(file: string) {
  const connectionString = await createDatabase(inject('templateUrl'));
  const db = openDatabase({ connectionString });
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(connectionString);
  });
  await db.query(readFileSync(path.join(folder, file), 'utf8'));
  return { db, connectionString };
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
  const { db } = await load(file);
  await migrate(db);
  expect(await describeSchema(db.query)).toEqual(await describeSchema(fresh.query));
  expect(await listRows(db.query)).toEqual(await listRows(fresh.query));
  expect(await listAppliedMigrations(db.query)).toEqual(known);
});

test('what waits in the former queues of mails and webhooks moves to the one queue', async () => {
  const { db } = await load('single-migrations.sql');
  await db.query(`INSERT INTO users (id, username, password_hash, created_at)
    VALUES (gen_random_uuid(), 'asha', '', now())`);
  await db.query(`INSERT INTO mail_queue (user_id, id, kind, recipient, subscription_id, content, attempts, next_at, expires_at, created_at)
    SELECT u.id, gen_random_uuid(), m.kind, m.kind, m.device::uuid, m.content::jsonb, 3, now(), now(), now()
    FROM users u, (VALUES ('resetPassword', NULL, NULL), ('notification', NULL, '{}'), ('push', gen_random_uuid(), '{}'))
      AS m (kind, device, content)`);
  await db.query(`INSERT INTO webhook_endpoints (id, url, description, event_types, is_active, secret, created_at)
    VALUES (gen_random_uuid(), 'https://shop.example', '', '{}', true, '', now())`);
  await db.query(`INSERT INTO webhook_deliveries (endpoint_id, id, type, body, state, attempts, next_at, created_at)
    SELECT e.id, gen_random_uuid(), 'test', '{}', s.state, 2, s.next_at, now()
    FROM webhook_endpoints e, (VALUES ('pending', now()), ('delivered', NULL)) AS s (state, next_at)`);
  await migrate(db);
  expect(
    await db.query(`SELECT o.kind, o.lane = e.id::text AS "isWebhook", o.attempts, d.state,
         o.subscription_id IS NOT NULL AS "hasDevice", o.expires_at - o.created_at > interval '29 days' AS "isKept"
       FROM outgoing o CROSS JOIN webhook_endpoints e LEFT JOIN webhook_deliveries d ON d.id::text = o.recipient
       ORDER BY o.lane = 'push', o.kind`),
  ).toEqual([
    {
      kind: 'notification',
      isWebhook: false,
      attempts: 3,
      state: null,
      hasDevice: false,
      isKept: false,
    },
    {
      kind: 'resetPassword',
      isWebhook: false,
      attempts: 3,
      state: null,
      hasDevice: false,
      isKept: false,
    },
    {
      kind: 'webhook',
      isWebhook: true,
      attempts: 2,
      state: 'pending',
      hasDevice: false,
      isKept: true,
    },
    { kind: 'push', isWebhook: false, attempts: 3, state: null, hasDevice: true, isKept: false },
  ]);
  const lanes = await db.query(`SELECT lane FROM outgoing WHERE user_id IS NOT NULL ORDER BY lane`);
  expect(lanes).toEqual([{ lane: 'mail' }, { lane: 'notice' }, { lane: 'push' }]);
});

test('servers that start concurrently wait for the lock of migrations, and adopt a database once', async () => {
  const { db, connectionString } = await load('single-migrations.sql');
  const recorded = await listAppliedMigrations(db.query);
  const servers = Array.from({ length: 3 }, () => openDatabase({ connectionString }));
  const lock = await db.background.pool.connect();
  await lockMigrations(lock);
  const migrated = servers.map(migrate);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND query LIKE '%pg_try_advisory_lock%'`;
  await lock.query('SELECT'); // Otherwise its last query would count.
  await expect.poll(() => db.query(waiting)).toHaveLength(servers.length);
  expect(await listAppliedMigrations(db.query)).toEqual(recorded);
  lock.release(true);
  await Promise.all(migrated);
  await Promise.all(servers.map((server) => server.close()));
  expect(await listAppliedMigrations(db.query)).toEqual(known);
});

test.each([
  [
    'some of the single migrations',
    'DELETE FROM $ WHERE id > 80',
    'is of an older version, whose 80',
  ],
  ['a later migration', `INSERT INTO $ VALUES (83, 'later', 4102444800000)`, 'by a newer version'],
  ['another last migration', `UPDATE $ SET hash = 'other' WHERE id = 82`, 'by a newer version'],
  ['a missing migration', 'DELETE FROM $ WHERE id = 50', 'by a newer version'],
])('refuses a database with %s, and does not change it', async (_, change, sentence) => {
  const { db } = await load('single-migrations.sql');
  await db.query(change.replace('$', MIGRATIONS_TABLE));
  const before = await listAppliedMigrations(db.query);
  await expect(migrate(db)).rejects.toThrow(sentence);
  expect(await listAppliedMigrations(db.query)).toEqual(before);
});
