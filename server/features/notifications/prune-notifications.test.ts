import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_NOTIFICATIONS } from '#contract/notifications/rules.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { createNotificationPruning } from './prune-notifications.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
  await world.setNow(new Date('2026-11-01T10:00:00Z'));
});
afterAll(() => world.close());

/** Inserts notifications, each a minute older than the one before, with `data` and the age of the first in days. */
async function fill(
  { userId }: Actor,
  {
    rows,
    read = true,
    data = {},
    days = 0,
  }: { rows: number; read?: boolean; data?: object; days?: number },
): Promise<void> {
  await world.db.query(
    `INSERT INTO notifications (user_id, id, title, message, type, category, read, data, created_at)
     SELECT $1, gen_random_uuid(), 't', 'm', 'other', 'system', $3, $4,
       $5::timestamptz - n * interval '1 minute' FROM generate_series(1, $2::int) AS n`,
    [userId, rows, read, data, new Date(Date.UTC(2026, 10, 1, 10) - days * 24 * 60 * 60_000)],
  );
}

async function countOf({ userId }: Actor, where = 'true'): Promise<number | undefined> {
  const [row] = await world.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications WHERE user_id = $1 AND ${where}`,
    [userId],
  );
  return row?.count;
}

const prune = () => createNotificationPruning(world.deps)();
const SENSITIVE = { change: 'passwordSet' };

test('keeps the newest 1,000 notifications of a person, and unread sensitive ones beyond', async () => {
  const [many, few] = [await world.newActor(), await world.newActor()];
  await fill(many, { rows: MAX_NOTIFICATIONS, data: { kind: 'new' } });
  await fill(many, { rows: 1500, days: 10 });
  await fill(many, { rows: 3, read: false, days: 20 });
  await fill(many, { rows: 2, read: false, data: SENSITIVE, days: 30 });
  await fill(many, { rows: 2, data: SENSITIVE, days: 40 });
  await fill(few, { rows: 5, days: 300 });
  await prune();
  expect(await countOf(many, `data ->> 'kind' = 'new'`)).toBe(MAX_NOTIFICATIONS);
  expect(await countOf(many)).toBe(MAX_NOTIFICATIONS + 2);
  expect(await countOf(many, `data ->> 'change' IS NOT NULL AND NOT read`)).toBe(2);
  expect(await countOf(few)).toBe(5);
});

test('deletes all notifications older than the age, also unread sensitive ones', async () => {
  const owner = await world.newActor();
  await fill(owner, { rows: 2, read: false, data: SENSITIVE, days: 399 });
  await fill(owner, { rows: 2500, read: false, data: SENSITIVE, days: 401 });
  await prune();
  expect(await countOf(owner)).toBe(2);
});

test('a later run begins again with the first person', async () => {
  const owner = await world.newActor();
  const run = createNotificationPruning(world.deps);
  await run();
  await fill(owner, { rows: 2, days: 500 });
  await run();
  expect(await countOf(owner)).toBe(0);
});
