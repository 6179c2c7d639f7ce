import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SIGN_IN_LINKS } from '#contract/sessions/rules.ts';
import type { SessionView } from '#contract/sessions/schema.ts';
import { userId as parseId } from '#contract/shared/base.ts';
import type { ApiScope } from '#contract/shared/enums.ts';
import { signingKeys } from '#server/platform/auth/signing-keys.ts';
import { setRules } from '#server/testing/approvals.ts';
import { addAuthenticator, totpCodeOf } from '#server/testing/authenticators.ts';
import {
  clientOf,
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';
import { findAnyDevice, findDevice } from './devices.ts';
import { pruneSessions } from './login.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());

interface Answer {
  http: number;
  code?: string;
  cookie: string;
  cookies: string[];
  session?: SessionView;
  path?: string | null;
  data?: Record<string, unknown>;
}

async function newKey(scopes: ApiScope[] = ['sign-in-links:create'], owner = admin) {
  const { key, secret } = await owner.api.apiKeys.create({ name: 'Shop', scopes });
  const link = async (userId: string, body: object = {}) => {
    const response = await fetch(`${app.baseUrl}/api/v1/users/${userId}/sign-in-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { url?: string; code?: string; expiresAt?: string };
    return { ...answer, token: new URL(answer.url ?? 'x:/').hash.slice(1) };
  };
  return { ...key, link };
}

/** Sends a link's token, as the page does. */
async function open(token: string, cookie = ''): Promise<Answer> {
  const response = await fetch(`${app.baseUrl}/api/v1/sessions/sign-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ token }),
  });
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  const own = cookies.find((one) => one.startsWith('wallet_session=')) ?? '';
  return {
    ...((await response.json()) as object),
    http: response.status,
    cookie: own,
    cookies,
  };
}

const expire = () =>
  app.deps.db.query(
    `UPDATE sign_in_links SET expires_at = clock_timestamp() - interval '1 second'`,
  );

test('a link signs its user in once, and opens the path', async () => {
  const key = await newKey();
  const user = await app.newUser();
  await app.clock.stopAt(app.clock.now());
  const link = await key.link(user.userId, { path: '/user/deposit?amount=500' });
  expect(link.url).toMatch(new RegExp(`^${app.baseUrl}/sign-in#${user.userId}\\.[\\w-]{43}$`));
  const leftMs = Date.parse(link.expiresAt ?? '') - app.clock.now().getTime();
  expect(leftMs).toBe(60_000);
  await app.clock.startAt(app.clock.now());
  // A preview of the link neither uses it nor signs in.
  const preview = await fetch(link.url ?? '');
  expect(preview.headers.get('referrer-policy')).toBe('no-referrer');
  expect(preview.headers.getSetCookie()).toEqual([]);

  const opened = await open(link.token);
  expect(opened).toMatchObject({ http: 200, path: '/user/deposit?amount=500' });
  const { api } = { api: clientOf(app.baseUrl, opened.cookie) };
  expect((await api.sessions.current()).user.id).toBe(user.userId);
  expect((await open(link.token)).code).toBe('SIGN_IN_LINK_USED');

  const { rows } = await admin.api.audit.list({ action: 'sign-in-link.create' });
  expect(rows[0]).toMatchObject({
    actorName: 'admin',
    ip: `127.0.0.1 (wlt_…${key.lastFour})`,
    after: { apiKeyId: key.id },
  });
  const used = await admin.api.audit.list({ action: 'sign-in-link.use' });
  expect(used.rows[0]).toMatchObject({ actorName: user.username, entityId: rows[0]?.entityId });
  const [secret = ''] = link.token.split('.').slice(1);
  const stored = await app.deps.db.query<{ hash: Buffer }>(
    'SELECT token_hash AS hash FROM sign_in_links WHERE user_id = $1',
    [user.userId],
  );
  expect(stored.map(({ hash }) => hash)).toEqual([createHash('sha256').update(secret).digest()]);
  await expectVerified(app.deps.db);
});

test('revoking a key ends the sessions that its links opened, and no others', async () => {
  const [key, otherKey] = [await newKey(), await newKey()];
  const user = await app.newUser();
  const opened = await open((await key.link(user.userId)).token);
  const ofOther = await open((await otherKey.link(user.userId)).token);
  const current = (cookie: string) => clientOf(app.baseUrl, cookie).sessions.current();
  expect((await current(opened.cookie)).user.id).toBe(user.userId);
  await admin.api.apiKeys.revoke({ id: key.id });
  expect(await errorCodeOf(current(opened.cookie))).toBe('MISSING_SESSION');
  for (const { cookie } of [ofOther, user])
    expect((await current(cookie)).user.id).toBe(user.userId);
  const { rows } = await admin.api.audit.list({ action: 'user.endSessions' });
  expect(rows[0]).toMatchObject({ entityId: user.userId, after: { becauseOf: 'api-key.revoke' } });
  await admin.api.apiKeys.revoke({ id: otherKey.id });
  expect(await errorCodeOf(current(ofOther.cookie))).toBe('MISSING_SESSION');
});

test('one of many concurrent uses of a link signs in', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const { token } = await key.link(user.userId);
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(token)));
  expect(answers.filter(({ cookie }) => cookie !== '')).toHaveLength(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(
    new Set([undefined, 'SIGN_IN_LINK_USED']),
  );
  expect(await user.api.sessions.list()).toHaveLength(2);
});

test('expired, forged and foreign tokens are refused, and expired links are deleted', async () => {
  const key = await newKey();
  const [user, other] = [await app.newUser(), await app.newUser()];
  const { token } = await key.link(user.userId);
  const secret = token.split('.')[1];
  for (const forged of ['', 'x', `${other.userId}.${secret}`, `${user.userId}.${'A'.repeat(43)}`]) {
    expect((await open(forged)).code).toBe('SIGN_IN_LINK_INVALID');
  }
  await expire();
  expect(await open(token)).toMatchObject({ code: 'SIGN_IN_LINK_INVALID', cookie: '' });
  await app.deps.db.query(`UPDATE sign_in_links SET expires_at = now() - interval '2 hours'`);
  await pruneSessions(app.deps);
  expect(await app.deps.db.query('SELECT FROM sign_in_links')).toEqual([]);
});

test('a further link ends the oldest unused one', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const made = await Promise.all(
    Array.from({ length: MAX_SIGN_IN_LINKS + 3 }, () => key.link(user.userId)),
  );
  const opened = await Promise.all(made.map(({ token }) => open(token)));
  expect(opened.filter(({ http }) => http === 200)).toHaveLength(MAX_SIGN_IN_LINKS);
});

test('links are made for active users only, and only by keys with the scope', async () => {
  const key = await newKey();
  const [gone, idle] = [await app.newUser(), await app.newUser()];
  const chief = await app.newUser({ role: 'admin' });
  await admin.api.users.remove({ userId: parseId.parse(gone.userId) });
  await admin.api.users.setStatus({ userId: parseId.parse(idle.userId), status: 'inactive' });
  const codes = [
    [chief.userId, 'NOT_FOR_ADMIN_ACCOUNTS'],
    [gone.userId, 'USER_NOT_FOUND'],
    [idle.userId, 'USER_INACTIVE'],
    [randomUUID(), 'USER_NOT_FOUND'],
  ] as const;
  for (const [userId, code] of codes) expect((await key.link(userId)).code).toBe(code);
  const user = await app.newUser();
  const reader = await newKey(['users:read', 'users:write']);
  expect((await reader.link(user.userId)).code).toBe('API_KEY_SCOPE');
  const byHand = admin.api.sessions.createLink({ userId: parseId.parse(user.userId) });
  expect(await errorCodeOf(byHand)).toBe('API_KEY_REQUIRED');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'user',
  '/\t/evil.example',
])('the path %j is refused', async (path) => {
  const key = await newKey();
  const { userId } = await app.newUser();
  expect((await key.link(userId, { path })).code).toBe('INVALID_INPUT');
});

test('a link ends with a deactivation, a new role, a new password and its key', async () => {
  const end: ((userId: string, keyId: string) => Promise<unknown>)[] = [
    (userId) => admin.api.users.setStatus({ userId: parseId.parse(userId), status: 'inactive' }),
    (userId) => admin.api.users.setRole({ userId: parseId.parse(userId), role: 'admin' }),
    (userId) =>
      admin.api.users.setPassword({
        userId: parseId.parse(userId),
        newPassword: 'four cups of filter coffee',
      }),
    (_, id) => admin.api.apiKeys.revoke({ id }),
  ];
  for (const change of end) {
    const key = await newKey();
    const user = await app.newUser();
    const { token } = await key.link(user.userId);
    await change(user.userId, key.id);
    expect(await open(token)).toMatchObject({ code: 'SIGN_IN_LINK_INVALID', cookie: '' });
  }
});

test('the session is not confirmed: a new bank account needs the password', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const { cookie } = await open((await key.link(user.userId)).token);
  const api = clientOf(app.baseUrl, cookie);
  const account = { accountName: 'Asha Rao', bankName: 'HDFC Bank', isDefault: true };
  const add = () => api.bankAccounts.create({ ...account, accountNumber: '50100012345678' });
  expect(await errorCodeOf(add())).toBe('STEP_UP_REQUIRED');
  expect(await errorCodeOf(api.sessions.endOthers())).toBe('STEP_UP_REQUIRED');
  await api.sessions.confirm({ kind: 'password', password: TEST_PASSWORD });
  await add();
  // A session of a login with the password needs no confirmation.
  await user.api.bankAccounts.create({ ...account, isDefault: false, accountNumber: '501000123' });
});

test('a password that an administrator set does not restrict the session until it is used', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const userId = parseId.parse(user.userId);
  const password = 'four cups of filter coffee';
  await admin.api.users.setPassword({ userId, newPassword: password });
  const { cookie, session } = await open((await key.link(userId)).token);
  const api = clientOf(app.baseUrl, cookie);
  expect(session?.mustChangePassword).toBe(false);
  await api.profiles.setLanguage({ language: 'hi' });
  await api.sessions.confirm({ kind: 'password', password });
  expect((await api.sessions.current()).mustChangePassword).toBe(true);
  const account = { accountName: 'Asha Rao', bankName: 'HDFC Bank', isDefault: true };
  const added = api.bankAccounts.create({ ...account, accountNumber: '50100012345678' });
  expect(await errorCodeOf(added)).toBe('PASSWORD_CHANGE_REQUIRED');
});

test('an account with a second factor has to present it', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const now = app.deps.clock.now();
  const { secret } = await addAuthenticator(user, now);
  const link = await key.link(user.userId, { path: '/user/passbook' });
  const first = await open(link.token);
  expect(first).toMatchObject({
    http: 401,
    code: 'SECOND_FACTOR_REQUIRED',
    cookie: '',
    data: { path: '/user/passbook' },
  });
  expect((await open(link.token)).code).toBe('SIGN_IN_LINK_USED');
  const step = clientOf(app.baseUrl, first.cookies.join('; '));
  const proof = { kind: 'totp' as const, code: totpCodeOf(secret, now, 1) };
  expect((await step.sessions.finishLogin(proof)).user.id).toBe(user.userId);
});

test('a browser in which the user is signed in keeps its session', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const again = await open((await key.link(user.userId)).token, user.cookie);
  expect(again).toMatchObject({ http: 200, cookie: '', session: { user: { id: user.userId } } });
  expect(await user.api.sessions.list()).toHaveLength(1);
  const other = await app.newUser();
  const switched = await open((await key.link(user.userId)).token, other.cookie);
  expect(switched.cookie).not.toBe('');
  expect(await errorCodeOf(other.api.sessions.current())).toBe('MISSING_SESSION');
});

test('only the first link in a browser is a login from a new device, and it does not raise the limit of guesses', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const first = await open((await key.link(user.userId)).token);
  const device = first.cookies.find((one) => one.startsWith('wallet_device=')) ?? '';
  await open((await key.link(user.userId)).token, device);
  const { rows } = await user.api.notifications.list({});
  expect(rows.filter(({ title }) => title === 'Login from a new device')).toHaveLength(1);
  const keys = await signingKeys(app.deps.db);
  const seen = { cookie: device.replace('wallet_device=', ''), username: user.username };
  expect(findAnyDevice(keys, seen)).toBeDefined();
  expect(findDevice(keys, seen)).toBeUndefined();
});

test('the owner of the key cannot approve alone what is requested in such a session', async () => {
  await setRules(app.deps.db, { connectedAccount: {} });
  const key = await newKey();
  const decide = async (cookie: string) => {
    const { id } = await makeDeposit(app, { cookie, image: await buildImage() });
    const { results } = await admin.api.review.decide({
      ids: [id],
      decision: 'approved',
      requestKey: randomUUID(),
    });
    return results[0]?.refusal?.code;
  };
  const [user, other] = [await app.newUser(), await app.newUser()];
  await app.newUser({ role: 'admin' });
  const { cookie } = await open((await key.link(user.userId)).token);
  expect(await decide(other.cookie)).toBeUndefined();
  expect(await decide(cookie)).toBe('SECOND_APPROVAL_REQUIRED');
});
