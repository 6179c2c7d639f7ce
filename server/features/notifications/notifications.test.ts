import { afterAll, beforeAll, expect, test } from 'vitest';
import { REMOVAL_UNDO_MS } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { insertNotifications, type NewNotification } from './insert-notifications.ts';
import { pruneRemoved } from './notifications.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function buildNotification(
  userId: string,
  changes: Partial<NewNotification> = {},
): NewNotification {
  return {
    userId: userId as UserId,
    title: 'Deposit Approved',
    message: 'Your deposit was approved',
    type: 'success',
    category: 'transaction',
    topic: 'deposits',
    ...changes,
  };
}

async function notify(user: SignedIn, count: number, changes: Partial<NewNotification> = {}) {
  const rows = Array.from({ length: count }, (_, n) =>
    buildNotification(user.userId, { message: `${n}`, ...changes }),
  );
  await app.deps.db.transaction(async (tx) => insertNotifications(tx, rows));
}

test('pages notifications newest first, and counts those on other pages', {
  tags: 'section-7.5',
}, async () => {
  const user = await app.newUser();
  await notify(user, 120);
  const messages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await user.api.notifications.list({ cursor });
    expect(page).toMatchObject({ unreadCount: 120, totalCount: 120 });
    messages.push(...page.rows.map((row) => row.message));
    cursor = page.nextCursor;
  } while (cursor);
  expect(messages).toEqual(Array.from({ length: 120 }, (_, n) => `${119 - n}`));
  expect(await errorCodeOf(user.api.notifications.list({ cursor: 'x' }))).toBe('INVALID_INPUT');
});

test('filters notifications by unread, transactions and system', async () => {
  const user = await app.newUser();
  await notify(user, 2);
  await notify(user, 1, { category: 'account', type: 'warning', params: { amountPaise: 5 } });
  const [account] = (await user.api.notifications.list({ tab: 'system' })).rows;
  expect(account).toMatchObject({ category: 'account', read: false, params: { amountPaise: 5 } });
  await user.api.notifications.markRead({ id: account?.id ?? '' });
  const sizes: number[] = [];
  for (const tab of ['all', 'unread', 'transactions', 'system'] as const) {
    sizes.push((await user.api.notifications.list({ tab })).rows.length);
  }
  expect(sizes).toEqual([3, 2, 2, 1]);
});

test('changes of notifications can be repeated and affect only the caller’s own', {
  tags: 'section-6',
}, async () => {
  const [user, stranger] = [await app.newUser(), await app.newUser()];
  await notify(user, 3);
  const ids = (await user.api.notifications.list({})).rows.map((row) => row.id);
  const counts = async () => {
    const { unreadCount, totalCount } = await user.api.notifications.list({});
    return [unreadCount, totalCount];
  };
  const [first = '', second = ''] = ids;
  await stranger.api.notifications.markRead({ id: first });
  await stranger.api.notifications.remove({ id: first });
  await stranger.api.notifications.markAllRead();
  await stranger.api.notifications.clear();
  expect(await counts()).toEqual([3, 3]);
  for (let time = 0; time < 2; time += 1) {
    await user.api.notifications.markRead({ id: first });
    await user.api.notifications.remove({ id: second });
    expect(await counts()).toEqual([1, 2]);
  }
  for (let time = 0; time < 2; time += 1) {
    await user.api.notifications.markAllRead();
    expect(await counts()).toEqual([0, 2]);
  }
  for (let time = 0; time < 2; time += 1) {
    await user.api.notifications.clear();
    expect(await counts()).toEqual([0, 0]);
  }
});

test('restores removed notifications once, within a minute, for their owner only', async () => {
  const [user, stranger] = [await app.newUser(), await app.newUser()];
  await notify(user, 3);
  const list = async () => (await user.api.notifications.list({})).rows;
  const before = await list();
  const [first] = before;
  await user.api.notifications.markRead({ id: first?.id ?? '' });
  const marked = await list();

  const one = await user.api.notifications.remove({ id: first?.id ?? '' });
  expect(await list()).toEqual(marked.slice(1));
  await stranger.api.notifications.restore(one);
  expect(await list()).toEqual(marked.slice(1));
  await Promise.all(Array.from({ length: 8 }, () => user.api.notifications.restore(one)));
  expect(await list()).toEqual(marked);

  const all = await user.api.notifications.clear();
  await notify(user, 1);
  const since = await list();
  await user.api.notifications.restore(all);
  expect(await list()).toEqual([...since, ...marked]);
});

test('deletes removed notifications permanently after a minute', async () => {
  const user = await app.newUser();
  await notify(user, 2);
  const removedAt = Date.parse((await user.api.notifications.clear()).removedAt);
  const later = (ms: number) => ({ now: () => new Date(removedAt + ms) });
  const kept = async () => {
    const sql = 'SELECT 1 FROM removed_notifications WHERE user_id = $1';
    return (await app.deps.db.query(sql, [user.userId])).length;
  };
  await pruneRemoved({ ...app.deps, clock: later(REMOVAL_UNDO_MS) });
  expect(await kept()).toBe(2);
  await pruneRemoved({ ...app.deps, clock: later(REMOVAL_UNDO_MS + 1) });
  expect(await kept()).toBe(0);
  const longAgo = new Date(removedAt - REMOVAL_UNDO_MS - 60_000).toISOString();
  expect(await errorCodeOf(user.api.notifications.restore({ removedAt: longAgo }))).toBe(
    'UNDO_EXPIRED',
  );
});

test('publishes changes of notifications to the user’s streams, once per actual change', async () => {
  const user = await app.newUser();
  const stream = await openStream(user);
  await notify(user, 1);
  const told = await stream.until((event) => event.entity === 'notification');
  const id = 'id' in told ? told.id : '';
  expect(told).toEqual({ entity: 'notification', op: 'insert', id });
  await user.api.notifications.markRead({ id });
  await user.api.notifications.markRead({ id });
  await user.api.notifications.remove({ id });
  await stream.until((event) => event.entity === 'notification' && event.op === 'delete');
  const ops = stream.seen.flatMap((event) => ('op' in event ? [event.op] : []));
  expect(ops).toEqual(['insert', 'update', 'delete']);
  await stream.close();
});

test('inserts 10,000 notifications by one statement', async () => {
  const user = await app.newUser();
  await app.deps.db.transaction(async (tx) => {
    const rows = Array.from({ length: 10_000 }, () => buildNotification(user.userId));
    insertNotifications(tx, rows);
  });
  expect(await user.api.notifications.list({})).toMatchObject({ totalCount: 10_000 });
});
