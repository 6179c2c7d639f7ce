import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { errorCodeOf, startTestApp, type TestApp } from '../../testing/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const view = {
  list: 'transactions' as const,
  name: 'Rejected withdrawals',
  search: { status: 'rejected', type: 'withdrawal' },
};

test('an administrator saves, renames and deletes views that others don’t see', async () => {
  const [admin, other] = [
    await app.newUser({ role: 'admin' }),
    await app.newUser({ role: 'admin' }),
  ];
  const { savedViews } = admin.api;
  const first = await savedViews.save({ ...view, name: ' Rejected\u202e withdrawals ' });
  expect(first).toMatchObject(view);
  const second = await savedViews.save({
    list: 'users',
    name: 'Ashas',
    search: { search: 'asha' },
  });
  await savedViews.rename({ id: first.id, name: 'Refused' });
  expect(await savedViews.list()).toEqual([{ ...first, name: 'Refused' }, second]);
  expect(await other.api.savedViews.list()).toEqual([]);
  const stolen = { id: first.id };
  expect(await errorCodeOf(other.api.savedViews.rename({ ...stolen, name: 'Mine' }))).toBe(
    'VIEW_NOT_FOUND',
  );
  expect(await errorCodeOf(other.api.savedViews.remove(stolen))).toBe('VIEW_NOT_FOUND');
  await savedViews.remove({ id: first.id });
  expect(await savedViews.list()).toEqual([second]);
  expect(await errorCodeOf(savedViews.remove({ id: first.id }))).toBe('VIEW_NOT_FOUND');
  expect(await errorCodeOf(savedViews.rename({ id: newId(), name: 'x' }))).toBe('VIEW_NOT_FOUND');
});

test('a user has at most 20 saved views, also when saving concurrently', async () => {
  const { api } = await app.newUser({ role: 'admin' });
  const attempts = Array.from({ length: 24 }, (_, n) =>
    api.savedViews.save({ ...view, name: `View ${n}` }),
  );
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await api.savedViews.list()).toHaveLength(20);
  expect(await errorCodeOf(api.savedViews.save(view))).toBe('TOO_MANY_VIEWS');
});

test.each([
  [{ name: ' ' }, 'VIEW_NAME_REQUIRED'],
  [{ name: 'x'.repeat(61) }, 'INVALID_INPUT'],
  [{ list: 'secrets' as 'users' }, 'INVALID_INPUT'],
  [{ search: { search: 'x'.repeat(201) } }, 'INVALID_INPUT'],
  [{ search: { search: 'a\u0000b' } }, 'INVALID_INPUT'],
  [
    { search: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`f${n}`, '1'])) },
    'INVALID_INPUT',
  ],
])('refuses the saved view %j', async (part, code) => {
  const { api } = await app.newUser({ role: 'admin' });
  expect(await errorCodeOf(api.savedViews.save({ ...view, ...part }))).toBe(code);
  expect(await api.savedViews.list()).toEqual([]);
});

test('only administrators have saved views, which are deleted with their owner', async () => {
  const [user, leaving] = [await app.newUser(), await app.newUser({ role: 'admin' })];
  expect(await errorCodeOf(user.api.savedViews.list())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(user.api.savedViews.save(view))).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().savedViews.list())).toBe('MISSING_SESSION');
  await leaving.api.savedViews.save(view);
  await (await app.admin()).api.users.remove({ userId: leaving.userId });
  const left = await app.deps.db.query('SELECT 1 FROM saved_views WHERE user_id = $1', [
    leaving.userId,
  ]);
  expect(left).toEqual([]);
});
