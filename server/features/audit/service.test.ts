import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { TEST_DAY } from '#server/testing/clock.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';

let app: TestApp;
let admin: SignedIn;
let second: SignedIn & { username: string };
let user: SignedIn & { username: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  [second, user] = await Promise.all([app.newUser({ role: 'admin' }), app.newUser()]);
  const userId = userIdSchema.parse(user.userId);
  await second.api.users.setStatus({ userId, status: 'inactive' });
  await second.api.users.setStatus({ userId, status: 'active' });
  await second.api.users.adjustBalance({
    userId,
    newBalance: '50',
    shownBalancePaise: 0,
    reason: 'Refund of a fee',
    requestKey: randomUUID(),
  });
  await second.api.sources.create({ name: 'Fair', isActive: true });
});
afterAll(() => app.close());

async function actionsOf(input: object): Promise<string[]> {
  const { rows } = await admin.api.audit.list(input);
  return rows.map((row) => row.action);
}

test('an audit record has its actor, the affected user, the values before and after, and the address', async () => {
  const { rows } = await admin.api.audit.list({
    search: second.username,
    action: 'user.deactivate',
  });
  expect(rows).toMatchObject([
    {
      actorId: second.userId,
      actorName: second.username,
      action: 'user.deactivate',
      entity: 'user',
      entityId: user.userId,
      subjectId: user.userId,
      subjectName: user.username,
      before: { status: 'active' },
      after: { status: 'inactive' },
      ip: '127.0.0.1',
    },
  ]);
});

test('finds audit records by actor, affected user, action and id', async () => {
  const ofUser = ['user.adjustBalance', 'user.activate', 'user.deactivate', 'user.create'];
  expect(await actionsOf({ search: user.username.toUpperCase() })).toEqual(ofUser);
  expect(await actionsOf({ search: user.userId })).toEqual(ofUser);
  expect(await actionsOf({ search: second.username })).toEqual([
    'source.insert',
    'user.adjustBalance',
    'source.insert',
    'user.activate',
    'user.deactivate',
    'user.create',
  ]);
  expect(new Set(await actionsOf({ search: 'DEACT' }))).toEqual(new Set(['user.deactivate']));
  expect(await actionsOf({ search: 'nobody at all' })).toEqual([]);
  expect(await actionsOf({ search: user.username, action: 'user.activate' })).toEqual([
    'user.activate',
  ]);
  const [source] = (await admin.api.audit.list({ action: 'source.insert' })).rows;
  const byId = await admin.api.audit.list({ search: source?.entityId ?? '' });
  expect(byId.rows.map((row) => row.id)).toEqual([source?.id]);
});

test('filters audit records by action and by days, and lists the existing actions', async () => {
  expect(new Set(await actionsOf({ action: 'user.create' }))).toEqual(new Set(['user.create']));
  const all = await actionsOf({ limit: 100 });
  const today = await actionsOf({ from: TEST_DAY, to: TEST_DAY, limit: 100 });
  const seeding = await actionsOf({ to: '2026-11-20', limit: 100 });
  expect(seeding).toContain('user.create');
  expect([...today, ...seeding]).toEqual(all);
  expect(await actionsOf({ to: '2020-01-01' })).toEqual([]);
  expect(await actionsOf({ search: user.username, to: '2020-01-01' })).toEqual([]);
  expect(await admin.api.audit.actions()).toEqual([...new Set(all)].sort());
});

test.each([{}, { search: 'user' }, { action: 'user.create' }])(
  'pages the audit log with the filters %o',
  async (filters) => {
    const whole = await admin.api.audit.list({ ...filters, limit: 100 });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.api.audit.list({ ...filters, limit: 2, ...(cursor && { cursor }) });
      ids.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(whole.rows.map((row) => row.id));
  },
);

/** Pages through a search and returns the numbers of a user's records in the order of the list. */
async function pageThrough(person: SignedIn, filters: object, limit: number): Promise<number[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.api.audit.list({ ...filters, limit, ...(cursor && { cursor }) });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  const rows = await app.deps.db.query<{ id: string; seq: number }>(
    'SELECT id, seq FROM audit_log WHERE chain_id = $1::text',
    [person.userId],
  );
  const seqOf = new Map(rows.map(({ id, seq }) => [id, seq]));
  return ids.flatMap((id) => seqOf.get(id) ?? []);
}

/** Appends 2,500 records to a user's chain within one day, with equal times and with clocks that step back. */
async function addSkewedRecords(person: SignedIn): Promise<void> {
  await app.deps.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, previous_hash, hash)
     SELECT $1::text, 1 + n, gen_random_uuid(), CASE WHEN n % 5 = 0 THEN 'rare.change' ELSE 'frequent.change' END,
       'test', '', timestamptz '2026-11-10 12:00+05:30' + (n % 7) * ((-1) ^ n * 3000) * interval '1 second', '', ''
     FROM generate_series(1, 2500) AS n ORDER BY n`,
    [person.userId],
  );
}

describe('records whose times are equal, late or from wrong clocks', () => {
  let person: SignedIn & { username: string };
  beforeAll(async () => {
    person = await app.newUser();
    await addSkewedRecords(person);
  });
  const newestFirst = (isShown: (n: number) => boolean = () => true) =>
    Array.from({ length: 2500 }, (_, index) => 2500 - index)
      .filter(isShown)
      .map((n) => 1 + n);

  test.each([7, 100])(
    'are listed once, in the order of their chain, in pages of %i',
    async (limit) => {
      const found = await pageThrough(person, { search: person.username }, limit);
      expect(found).toEqual([1, ...newestFirst()]);
    },
  );

  test('are listed once with the filters of an action and of days', async () => {
    const [day, search] = ['2026-11-10', person.username];
    expect(await pageThrough(person, { action: 'rare.change' }, 30)).toEqual(
      newestFirst((n) => n % 5 === 0),
    );
    expect(await pageThrough(person, { search, from: day, to: day }, 100)).toEqual(newestFirst());
    expect(await pageThrough(person, { from: day, to: day }, 100)).toEqual(newestFirst());
    expect(await pageThrough(person, { search, to: '2026-11-09' }, 100)).toEqual([]);
    expect(await pageThrough(person, { search, from: '2026-11-11' }, 100)).toEqual([1]);
  });
});

test('refuses invalid filters of the audit log', async () => {
  const calls = [{ cursor: 'x' }, { from: 'today' }, { search: 'x'.repeat(201) }, { limit: 0 }];
  const codes = await Promise.all(calls.map((input) => errorCodeOf(admin.api.audit.list(input))));
  expect(codes).toEqual(Array(calls.length).fill('INVALID_INPUT'));
  expect(await errorCodeOf((await app.newUser()).api.audit.list({}))).toBe('ADMIN_REQUIRED');
});
