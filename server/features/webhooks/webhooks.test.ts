import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_WEBHOOKS } from '#contract/webhooks/rules.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());
beforeEach(() => app.deps.db.query('DELETE FROM webhook_endpoints'));

const url = 'https://shop.example/hooks?token=of-the-shop';
const form = { url, eventTypes: ['deposit.approved' as const] };

test('shows the secret of a webhook when it is created, and never again', async () => {
  const told = await openStream(admin);
  const { id, secret } = await admin.api.webhooks.create({ ...form, description: ' Shop ' });
  await told.until((event) => event.entity === 'webhook' && event.op === 'insert');
  await told.close();
  expect(secret).toMatch(/^whsec_/);
  const { secret: newer } = await admin.api.webhooks.rotateSecret({ id });
  expect(newer).not.toBe(secret);
  const listed = await admin.api.webhooks.list();
  expect(listed).toEqual([
    {
      id,
      ...form,
      description: 'Shop',
      isActive: true,
      stopReason: null,
      failingSince: null,
      previousSecretUntil: expect.any(Date),
      pending: 0,
      createdAt: expect.any(Date),
    },
  ]);
  const everything = JSON.stringify([listed, await admin.api.audit.list({})]);
  for (const one of [secret, newer]) expect(everything).not.toContain(one);
  // Receivers may put secrets into their URLs.
  expect(JSON.stringify(await admin.api.audit.list({}))).not.toContain('of-the-shop');
});

test.each([
  ['http://shop.example/hooks', 'INVALID_WEBHOOK_URL'],
  ['ftp://shop.example/', 'INVALID_WEBHOOK_URL'],
  ['shop.example', 'INVALID_WEBHOOK_URL'],
  ['', 'INVALID_WEBHOOK_URL'],
  ['https://user:password@shop.example/', 'INVALID_WEBHOOK_URL'],
  ['https://127.0.0.1/', 'WEBHOOK_URL_PRIVATE'],
  ['https://2130706433/', 'WEBHOOK_URL_PRIVATE'],
  ['https://[::1]:8443/', 'WEBHOOK_URL_PRIVATE'],
  ['https://169.254.169.254/latest/meta-data', 'WEBHOOK_URL_PRIVATE'],
  [`https://shop.example/${'x'.repeat(3000)}`, 'INVALID_INPUT'],
])('refuses the webhook URL %s', async (bad, code) => {
  const { create, update, list } = admin.api.webhooks;
  const { id } = await create(form);
  expect(await errorCodeOf(create({ ...form, url: bad }))).toBe(code);
  expect(await errorCodeOf(update({ id, url: bad }))).toBe(code);
  expect(await list()).toMatchObject([form]);
});

test('a webhook requires a listed event type, and there are at most ten, also when adding concurrently', async () => {
  const { create, list } = admin.api.webhooks;
  expect(await errorCodeOf(create({ ...form, eventTypes: [] }))).toBe('WEBHOOK_EVENTS_REQUIRED');
  const unknown = { ...form, eventTypes: ['user.born'] as never[] };
  expect(await errorCodeOf(create(unknown))).toBe('INVALID_INPUT');
  const made = await Promise.allSettled(
    Array.from({ length: MAX_WEBHOOKS + 4 }, () => create(form)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOKS);
  expect(await errorCodeOf(create(form))).toBe('TOO_MANY_WEBHOOKS');
  expect(await list()).toHaveLength(MAX_WEBHOOKS);
});

test('refuses commands on a deleted webhook and sending to an inactive one with distinct errors', async () => {
  const { create, update, remove, rotateSecret, sendTest, deliveries, delivery, resend } =
    admin.api.webhooks;
  const { id } = await create(form);
  await sendTest({ id });
  const { rows } = await deliveries({ id });
  expect(rows).toMatchObject([{ type: 'webhook.test', state: 'pending', attempts: 0 }]);
  const one = { webhookId: id, id: rows[0]?.id ?? '' };
  expect(JSON.parse((await delivery(one)).body)).toMatchObject({
    id: one.id,
    type: 'webhook.test',
  });
  expect(await errorCodeOf(delivery({ webhookId: one.id, id }))).toBe('DELIVERY_NOT_FOUND');
  expect(await errorCodeOf(resend({ webhookId: id, id }))).toBe('DELIVERY_NOT_FOUND');
  await update({ id, isActive: false });
  expect(await errorCodeOf(resend(one))).toBe('WEBHOOK_INACTIVE');
  expect(await errorCodeOf(sendTest({ id }))).toBe('WEBHOOK_INACTIVE');
  await remove({ id });
  const calls = [update({ id, isActive: true }), remove({ id }), rotateSecret({ id })];
  const codes = await Promise.all([...calls, sendTest({ id }), resend(one)].map(errorCodeOf));
  expect(new Set(codes)).toEqual(new Set(['WEBHOOK_NOT_FOUND']));
});

test('pages the deliveries of a webhook newest first', async () => {
  const { create, sendTest, deliveries } = admin.api.webhooks;
  const { id } = await create(form);
  for (let n = 0; n < 5; n += 1) await sendTest({ id });
  const first = await deliveries({ id, limit: 3 });
  const second = await deliveries({ id, limit: 3, cursor: first.nextCursor });
  const ids = [...first.rows, ...second.rows].map((row) => row.id);
  expect(new Set(ids).size).toBe(5);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(second.nextCursor).toBeUndefined();
});
