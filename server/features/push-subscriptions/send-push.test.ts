import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { pushPathOf } from '#contract/push-subscriptions/rules.ts';
import type { NewNotification } from '#server/features/notifications/insert-notifications.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { notifyOfRejection } from '#server/testing/notices.ts';
import {
  createPushBrowser,
  type PushBrowser,
  type PushService,
  readVapid,
  startPushService,
} from '#server/testing/push-service.ts';
import { sendWith } from '#server/testing/queue.ts';
import { createPushSender } from './send-push.ts';

let app: TestApp;
let admin: SignedIn;
let service: PushService;
let user: SignedIn & { username: string };
let browser: PushBrowser;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp();
  admin = await app.admin();
});
beforeEach(async () => {
  await query('DELETE FROM outgoing');
  await query('DELETE FROM push_subscriptions');
  service.received.length = 0;
  service.respond = undefined;
  user = await app.newUser();
  browser = await subscribe(user);
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  app.deps.db.query<Row>(text, values);

/** The server accepts public addresses only, so that the stand-in's is written afterwards. */
async function subscribe(person: SignedIn, name = 'first'): Promise<PushBrowser> {
  const made = createPushBrowser();
  const endpoint = `https://push.example.com/${name}/${person.userId}`;
  await person.api.pushSubscriptions.save({ endpoint, keys: made.keys });
  await query('UPDATE push_subscriptions SET endpoint = $2 WHERE endpoint = $1', [
    endpoint,
    new URL(`/${name}`, service.url).href,
  ]);
  return made;
}

const notify = (person: SignedIn, changes: Partial<NewNotification> = {}) =>
  notifyOfRejection(app, person, changes);

/** Sends what waits, also what a retry has delayed. */
async function sendDue(options: { timeoutMs?: number; allowPrivate?: boolean } = {}) {
  await query(`UPDATE outgoing SET next_at = clock_timestamp() - interval '1 second'`);
  await sendWith(createPushSender(app.deps, { allowPrivate: true, ...options }));
}

const waiting = () =>
  query<{ delay: number; attempts: number }>(
    `SELECT extract(epoch FROM next_at - clock_timestamp())::int AS delay, attempts FROM outgoing
     ORDER BY created_at`,
  );
const devices = () => query('SELECT 1 FROM push_subscriptions');
const shown = (from = browser) =>
  service.received.map(({ body }) => JSON.parse(from.decrypt(body)));
const respondWith = (status: number, headers: Record<string, string> = {}) => {
  service.respond = (response: ServerResponse) => void response.writeHead(status, headers).end();
};

test('sends an encrypted text in the language of the person, signed, with the name and no more than needed', async () => {
  await user.api.profiles.setLanguage({ language: 'hi' });
  await admin.api.settings.save({ brandName: 'Asha & Sons' });
  onTestFinished(
    async () => void (await admin.api.settings.save({ brandName: 'the product wallet' })),
  );
  await notify(user);
  await sendDue();
  const [message] = shown();
  expect(message).toMatchObject({
    title: 'Asha & Sons: जमा अस्वीकृत',
    path: '/user/passbook',
    language: 'hi',
    unread: 1,
  });
  expect(message.body).toContain('₹1,234.50');
  expect(message.body).not.toContain('secret');
  const [received] = service.received;
  const { publicKey } = await user.api.pushSubscriptions.key();
  expect(received?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
  expect(received?.headers.topic).toMatch(/^[0-9a-f]{32}$/);
  expect(Number(received?.headers.ttl)).toBeGreaterThan(86_000);
  const { aud, sub } = readVapid(received?.headers ?? {}, publicKey ?? '');
  expect({ aud, sub }).toEqual({ aud: service.url.origin, sub: expect.stringMatching(/^mailto:/) });
  expect(JSON.stringify(received?.body)).not.toContain('DEP-1');
  expect(await waiting()).toEqual([]);
});

test('leaves out amounts and references if the person hides details', async () => {
  await user.api.mails.savePreferences({ topics: [], hasDigest: false, hidesDetails: true });
  await notify(user);
  await sendDue();
  expect(shown()[0]).toMatchObject({
    title: 'the product wallet: Deposit Rejected',
    body: 'Open your wallet to see the details.',
  });
});

test('sends all topics until the person chooses, then the chosen ones and security alerts', async () => {
  const choose = (pushTopics: 'deposits'[]) =>
    user.api.mails.savePreferences({ topics: [], hasDigest: false, pushTopics });
  expect((await user.api.mails.preferences()).pushTopics).toContain('withdrawals');
  await notify(user, { topic: 'withdrawals' });
  await choose(['deposits']);
  await sendDue();
  // The topic was switched off while the message waited.
  expect(service.received).toEqual([]);
  await notify(user, { topic: 'withdrawals' });
  await notify(user, { topic: 'security' });
  await notify(user);
  await sendDue();
  const urgencies = service.received.map(({ headers }) => headers.urgency);
  expect(urgencies.sort()).toEqual(['high', 'normal']);
  expect((await user.api.mails.preferences()).pushTopics).toEqual(['deposits']);
});

test('every device of a person shows a notification, and no other person’s', async () => {
  const other = await app.newUser();
  await subscribe(other, 'other');
  const second = await subscribe(user, 'second');
  await notify(user);
  await sendDue();
  expect(service.received.map(({ path }) => path).sort()).toEqual(['/first', '/second']);
  const atSecond = service.received.find(({ path }) => path === '/second');
  expect(() => browser.decrypt(atSecond?.body ?? Buffer.alloc(0))).toThrow();
  expect(second.decrypt(atSecond?.body ?? Buffer.alloc(0))).toContain('DEP-1');
});

test.each([
  ['the person logs out', () => user.api.sessions.logout({})],
  [
    'the session expires',
    () => query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [user.userId]),
  ],
  [
    'the account is deactivated',
    () => query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [user.userId]),
  ],
  ['the notification is read', () => user.api.notifications.markAllRead()],
])('sends nothing after %s', async (_, end) => {
  await notify(user);
  await end();
  await sendDue();
  expect(service.received).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test.each([404, 410])(
  'removes a device that the push service does not know any more (%i)',
  async (status) => {
    await notify(user);
    await notify(user);
    respondWith(status);
    await sendDue();
    expect(await devices()).toEqual([]);
    expect(await waiting()).toEqual([]);
  },
);

test('retries after the time that a push service names, and delays what else waits for the device', async () => {
  await notify(user);
  respondWith(429, { 'retry-after': '1800' });
  await sendDue();
  await notify(user);
  const [first] = await waiting();
  expect(first?.delay).toBeGreaterThan(1700);
  service.respond = undefined;
  await sendDue();
  expect(service.received).toHaveLength(3);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['an error of the push service', () => respondWith(500)],
  [
    'a broken connection',
    () => {
      service.respond = (response) => void response.destroy();
    },
  ],
  [
    'no response in time',
    () => {
      service.respond = () => undefined;
    },
  ],
])('retries later after %s', async (_, fail) => {
  await notify(user);
  fail();
  await sendDue({ timeoutMs: 300 });
  const [row] = await waiting();
  expect(row).toMatchObject({ attempts: 1 });
  expect(row?.delay).toBeGreaterThan(2);
  service.respond = undefined;
  await sendDue();
  const [first, second] = service.received.map(({ headers }) => headers.topic);
  expect(second).toBe(first);
  expect(shown()).toHaveLength(2);
});

test.each([400, 403, 413])(
  'does not retry a rejected message (%i), and keeps the device',
  async (status) => {
    await notify(user);
    respondWith(status);
    await sendDue();
    expect(await waiting()).toEqual([]);
    expect(await devices()).toHaveLength(1);
  },
);

test('follows no redirect', async () => {
  const other = await startPushService();
  onTestFinished(() => other.close());
  await notify(user);
  respondWith(307, { location: other.url.href });
  await sendDue();
  expect([service.received.length, other.received.length]).toEqual([1, 0]);
  expect(await waiting()).toEqual([]);
});

test('does not connect to a private address', async () => {
  await notify(user);
  await sendDue({ allowPrivate: false });
  expect(service.received).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('queues at most 50 messages for a device', async () => {
  for (let n = 0; n < 52; n += 1) await notify(user);
  expect(await waiting()).toHaveLength(50);
});

test('a server that cannot read the key leaves messages to others', async () => {
  await notify(user);
  await query(`UPDATE outgoing SET next_at = clock_timestamp() - interval '1 second'`);
  const config = { ...app.deps.config, sendsEvents: false };
  await sendWith(createPushSender({ ...app.deps, config }, { allowPrivate: true }));
  expect(await waiting()).toMatchObject([{ attempts: 0 }]);
});

test('a notification opens the page of its topic for the role', () => {
  expect(pushPathOf('admin', 'approvals')).toBe('/admin/approvals');
  // The role was changed while the message waited.
  expect(pushPathOf('user', 'approvals')).toBe('/');
});
