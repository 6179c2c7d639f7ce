import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { UserId } from '#contract/shared/base.ts';
import { copyDatabase, dropDatabase } from '#server/testing/databases.ts';
import { newId } from '../base/ids.ts';
import { type Database, openDatabase } from './database.ts';
import { userProfiles } from './schema/profiles.ts';
import { users } from './schema/users.ts';
import {
  boolean,
  computed,
  integer,
  nullable,
  optional,
  renamed,
  select,
  selectionOf,
  text,
  time,
  together,
} from './selection.ts';
import { update, updateReturning } from './update.ts';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(url);
});

async function createUser(username: string): Promise<UserId> {
  const id = newId() as UserId;
  await db.query(
    `INSERT INTO users (id, username, password_hash, created_at) VALUES ($1, $2, 'x', '2026-11-24T10:20:30.456Z')`,
    [id, username],
  );
  return id;
}

test('returns columns under their names and types, null from a join without a row', async () => {
  const id = await createUser('selected');
  const columns = together(
    renamed(users, 'u', { userId: 'id', name: 'username' }),
    optional(selectionOf(userProfiles, 'p', ['firstName'])),
    computed({
      count: integer('SELECT 2'),
      isActive: boolean(`u.status = 'active'`),
      nobody: nullable(text('NULL')),
      madeAt: time('u.created_at'),
    }),
  );
  const rows = await select(
    db.query,
    columns,
    'FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id WHERE u.id = $1',
    [id],
  );
  expect(rows).toEqual([
    {
      userId: id,
      name: 'selected',
      firstName: null,
      count: 2,
      isActive: true,
      nobody: null,
      madeAt: new Date('2026-11-24T10:20:30.456Z'),
    },
  ]);
  // @ts-expect-error The list has no such column.
  expect(rows[0]?.lastName).toBe(undefined);
});

test('refuses a query that does not list its columns', async () => {
  await expect(
    select(db.query, selectionOf(users, 'u', ['id']), 'SELECT id FROM users u'),
  ).rejects.toThrow('does not list its columns');
});

test('updates only rows that have all given values', async () => {
  const [first, second] = [await createUser('first'), await createUser('second')];
  const change = { set: { status: 'inactive' }, where: { id: [first, second] } } as const;
  const only = { ...change, and: sql`${users.username} = ${'second'}` };
  expect(await updateReturning(db.query, users, ['id', 'status'], only)).toEqual([
    { id: second, status: 'inactive' },
  ]);
  expect(
    await update(db.query, users, { set: { status: 'active' }, where: { id: newId() as UserId } }),
  ).toBe(false);
  expect(await update(db.query, users, { set: { status: 'active' }, where: { id: second } })).toBe(
    true,
  );
});

test('refuses an absent value in a condition or a new value', async () => {
  const absent: string | undefined = undefined;
  const id = newId() as UserId;
  const badConditions = { set: { username: 'all' }, where: { id: absent as unknown as UserId } };
  await expect(update(db.query, users, badConditions)).rejects.toThrow('no value for id');
  const badSet = { set: { username: absent as unknown as string }, where: { id } };
  await expect(update(db.query, users, badSet)).rejects.toThrow('no value for username');
});

test('refuses an update without a condition', async () => {
  await expect(update(db.query, users, { set: { username: 'all' }, where: {} })).rejects.toThrow(
    'no condition',
  );
});
