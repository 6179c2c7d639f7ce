import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SupportForm } from '#contract/support-messages/schema.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
beforeEach(async () => {
  user = await app.newUser();
  await admin.api.notifications.clear();
});
afterAll(() => app.close());

function buildForm(changes: Partial<SupportForm> = {}): SupportForm {
  return {
    name: 'Asha Rao',
    email: 'asha@example.in',
    category: 'deposit',
    subject: 'No money yet',
    message: 'I paid on Monday.\nWhen does it come?',
    requestKey: randomUUID(),
    ...changes,
  };
}

const send = (changes?: Partial<SupportForm>) => user.api.supportMessages.send(buildForm(changes));
const stored = () =>
  app.deps.db.query<{ message: string }>(
    'SELECT message FROM support_messages WHERE user_id = $1 ORDER BY created_at, id',
    [user.userId],
  );

test('stores a support message, and notifies every active administrator with its text', async () => {
  const [second, idle] = [
    await app.newUser({ role: 'admin' }),
    await app.newUser({ role: 'admin' }),
  ];
  const [told, own] = [await openStream(second), await openStream(user)];
  await app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [idle.userId]);
  await send();
  expect(await stored()).toHaveLength(1);
  await told.until(({ entity }) => entity === 'notification');
  await told.until(({ entity }) => entity === 'support');
  for (const { api } of [admin, second]) {
    const { rows } = await api.notifications.list({});
    expect(rows[0]).toMatchObject({
      title: 'New support message',
      message:
        'Asha Rao (asha@example.in) wrote: No money yet — I paid on Monday.\nWhen does it come?',
      titleKey: 'New support message',
      params: { subject: 'No money yet' },
      category: 'system',
      data: { category: 'deposit' },
      read: false,
    });
  }
  const missed = await app.deps.db.query('SELECT 1 FROM notifications WHERE user_id = $1', [
    idle.userId,
  ]);
  expect(missed).toEqual([]);
  await own.until(({ entity }) => entity === 'support');
  expect(own.seen.map(({ entity }) => entity)).toEqual(['ready', 'support']);
  await Promise.all([told.close(), own.close()]);
});

test('stores a repeated support message once and notifies once, also when sent concurrently', async () => {
  const form = buildForm();
  const again = () => user.api.supportMessages.send(form);
  await Promise.all([again(), again(), again()]);
  await again();
  expect(await stored()).toHaveLength(1);
  expect((await admin.api.notifications.list({})).rows).toHaveLength(1);
  const other = send({ ...form, message: 'Something else' });
  expect(await errorCodeOf(other)).toBe('IDEMPOTENCY_CONFLICT');
  const stranger = await app.newUser();
  await stranger.api.supportMessages.send(form);
  expect((await admin.api.notifications.list({})).rows).toHaveLength(2);
});

test('accepts five support messages an hour per user, also when sent concurrently', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => send()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await errorCodeOf(send())).toBe('RATE_LIMITED');
  expect(await stored()).toHaveLength(5);
  await (await app.newUser()).api.supportMessages.send(buildForm());
  await app.clock.advance(61 * 60_000);
  await send();
});

test.each<[Partial<SupportForm>, string]>([
  [{ name: ' ' }, 'INVALID_INPUT'],
  [{ email: '' }, 'INVALID_INPUT'],
  [{ subject: '\u202E' }, 'INVALID_INPUT'],
  [{ message: '\n\t ' }, 'INVALID_INPUT'],
  [{ message: 'x'.repeat(10_000) }, 'INVALID_INPUT'],
  [{ name: 'x'.repeat(10_000) }, 'INVALID_INPUT'],
  [{ category: 'praise' as 'other' }, 'INVALID_INPUT'],
  [{ requestKey: 'once' }, 'INVALID_INPUT'],
  [{ email: 'asha' }, 'INVALID_EMAIL'],
])('refuses invalid support messages and notifies no administrator', async (changes, code) => {
  expect(await errorCodeOf(send(changes))).toBe(code);
  expect(await stored()).toEqual([]);
  expect((await admin.api.notifications.list({})).rows).toEqual([]);
});

test('stores scripts, placeholders and emoji of support messages unchanged', async () => {
  const message = '<script>alert(1)</script> {{email}} $& 🙏 =1+1';
  await send({ message });
  const [row] = (await admin.api.notifications.list({})).rows;
  expect(row?.message).toContain(message);
});

test('anonymous callers can’t send support messages', async () => {
  const call = app.client().supportMessages.send(buildForm());
  expect(await errorCodeOf(call)).toBe('MISSING_SESSION');
});
