import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PUSH_DEVICES } from '#contract/push-subscriptions/rules.ts';
import { generateSecretKey, parseSecretKeys } from '#server/base/keys.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { errorCodeOf, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { createPushBrowser } from '#server/testing/push-service.ts';
import { getPushKey, resealPushKey } from './push-keys.ts';
import { pruneDevices } from './push-subscriptions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  app.deps.db.query<Row>(text, values);
const endpointOf = (name: string) => `https://push.example.com/${name}`;
const devicesOf = async (person: { userId: string }) =>
  (
    await query<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at',
      [person.userId],
    )
  ).map(({ endpoint }) => endpoint);

test.each([
  'http://push.example.com/a',
  'https://push.example.com:8443/a',
  'https://user:password@push.example.com/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://10.0.0.1/a',
  'https://169.254.169.254/latest',
  'https://[::ffff:10.0.0.1]/a',
  'ftp://push.example.com/a',
  'no address',
])('refuses %s as the address of a push service', async (endpoint) => {
  const { api } = await app.newUser();
  const { keys } = createPushBrowser();
  expect(await errorCodeOf(api.pushSubscriptions.save({ endpoint, keys }))).toBe(
    'PUSH_SUBSCRIPTION_INVALID',
  );
});

test('refuses keys that are none, and callers without a session', async () => {
  const { api } = await app.newUser();
  const { p256dh, auth } = createPushBrowser().keys;
  const endpoint = endpointOf('keys');
  const save = (keys: { p256dh: string; auth: string }) =>
    errorCodeOf(api.pushSubscriptions.save({ endpoint, keys }));
  expect(await save({ p256dh: `A${p256dh.slice(1)}`, auth })).toBe('PUSH_SUBSCRIPTION_INVALID');
  expect(await save({ p256dh, auth: auth.slice(1) })).toBe('INVALID_INPUT');
  const anonymous = app.client().pushSubscriptions;
  expect(await errorCodeOf(anonymous.save({ endpoint, keys: { p256dh, auth } }))).toBe(
    'MISSING_SESSION',
  );
});

test('keeps a device once, and at most ten of a person, without the oldest', async () => {
  const person = await app.newUser();
  const names = Array.from({ length: MAX_PUSH_DEVICES + 1 }, (_, n) => endpointOf(`many-${n}`));
  const { keys } = createPushBrowser();
  for (const endpoint of [...names, ...names.slice(-1)]) {
    await person.api.pushSubscriptions.save({ endpoint, keys });
  }
  expect(await devicesOf(person)).toEqual(names.slice(1));
  await person.api.pushSubscriptions.remove({ endpoint: names[1] ?? '' });
  await person.api.pushSubscriptions.remove({ endpoint: names[1] ?? '' });
  expect(await devicesOf(person)).toEqual(names.slice(2));
});

test('a browser belongs to the person who used it last, but knowing its address is not enough', async () => {
  const [first, second, stranger] = [await app.newUser(), await app.newUser(), await app.newUser()];
  const endpoint = endpointOf('shared');
  const { keys } = createPushBrowser();
  await first.api.pushSubscriptions.save({ endpoint, keys });
  await stranger.api.pushSubscriptions.save({ endpoint, keys: createPushBrowser().keys });
  await stranger.api.pushSubscriptions.remove({ endpoint });
  expect(await devicesOf(first)).toEqual([endpoint]);
  await second.api.pushSubscriptions.save({ endpoint, keys });
  expect([await devicesOf(first), await devicesOf(second)]).toEqual([[], [endpoint]]);
});

test('deletes devices after the session in which they were added', async () => {
  const [person, other] = [await app.newUser(), await app.newUser()];
  for (const { api, userId } of [person, other]) {
    await api.pushSubscriptions.save({
      endpoint: endpointOf(userId),
      keys: createPushBrowser().keys,
    });
  }
  await person.api.sessions.logout({});
  await pruneDevices(app.deps);
  expect([await devicesOf(person), (await devicesOf(other)).length]).toEqual([[], 1]);
});

test('creates one key, which is encrypted and can be encrypted again with another one', async () => {
  await query('DELETE FROM push_keys');
  const [older = [], newer = []] = [1, 2].map(() => parseSecretKeys(generateSecretKey()));
  const secrets = createSecrets(older);
  const servers = [1, 2].map(() => ({ ...app.deps, db: { ...app.deps.db, secrets } }));
  const [key, same] = await Promise.all(servers.map(getPushKey));
  expect(same).toEqual(key);
  const stored = () =>
    query<{ privateKey: string }>('SELECT private_key AS "privateKey" FROM push_keys');
  expect((await stored())[0]?.privateKey).toContain(`s1.${older[0]?.id}.`);
  const rotating = { query: app.deps.db.query, secrets: createSecrets([...newer, ...older]) };
  expect(await resealPushKey(rotating)).toEqual({ sealed: 1, left: 0, unreadable: 0 });
  const rotated = { ...app.deps, db: { ...app.deps.db, secrets: createSecrets(newer) } };
  expect(await getPushKey(rotated)).toEqual(key);
  const lost = { ...app.deps, db: { ...app.deps.db, secrets: createSecrets(older) } };
  expect(await getPushKey(lost)).toBeUndefined();
  await query('DELETE FROM push_keys');
});

test('has no key if a setting says that nothing is sent', async () => {
  const off = readConfig({ SEND_EVENTS: 'false' }, app.deps.config.projectDir);
  expect(await getPushKey({ ...app.deps, config: off })).toBeUndefined();
});
