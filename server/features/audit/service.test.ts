import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    reason: 'Refund',
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

test('lists each record of a user once when record times differ from the chain order', async () => {
  const person = await app.newUser();
  const userId = userIdSchema.parse(person.userId);
  for (const text of ['first', 'second', 'third', 'fourth']) {
    await admin.api.timelines.addNote({ userId, text, requestKey: randomUUID() });
  }
  await app.deps.db.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
  await app.deps.db.query(
    `UPDATE audit_log SET created_at = created_at + interval '5 seconds' WHERE chain_id = $1::text AND seq = 3`,
    [userId],
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const input = { search: person.username, limit: 1, ...(cursor && { cursor }) };
    const page = await admin.api.audit.list(input);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  const whole = await admin.api.audit.list({ search: person.username, limit: 100 });
  expect(seen).toEqual(whole.rows.map(({ id }) => id));
  expect(seen).toHaveLength(5);
});

test('refuses invalid filters of the audit log', async () => {
  const calls = [{ cursor: 'x' }, { from: 'today' }, { search: 'x'.repeat(201) }, { limit: 0 }];
  const codes = await Promise.all(calls.map((input) => errorCodeOf(admin.api.audit.list(input))));
  expect(codes).toEqual(Array(calls.length).fill('INVALID_INPUT'));
  expect(await errorCodeOf((await app.newUser()).api.audit.list({}))).toBe('ADMIN_REQUIRED');
});
