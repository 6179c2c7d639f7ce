import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_API_KEYS, MAX_ENDED_API_KEYS } from '#contract/api-keys/rules.ts';
import type { ApiKeyForm } from '#contract/api-keys/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { API_SCOPES } from '#contract/shared/enums.ts';
import { START } from '../../testing/clock.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/harness.ts';
import { listProcedures } from '../../testing/procedures.ts';
import { buildImage, makeDeposit } from '../../testing/upload.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
  admin = await app.admin();
});
afterAll(() => app.close());

const form = (changes: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  name: 'Bookkeeping',
  scopes: [...API_SCOPES],
  days: 30,
  dayPaise: null,
  dayCommands: null,
  ...changes,
});

async function call(secret: string, path = '/users', init: RequestInit = {}) {
  const response = await fetch(`${app.baseUrl}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${secret}`, ...(init.headers as Record<string, string>) },
  });
  const body = (await response.json()) as { code?: string; data?: Record<string, unknown> };
  return { status: response.status, headers: response.headers, ...body };
}

const findKey = async (id: string) =>
  (await admin.api.apiKeys.list()).find((key) => key.id === id) ?? expect.unreachable();

test('shows a secret once, restricts the key to its scopes, and does not store the secret', async () => {
  const { key, secret } = await admin.api.apiKeys.create(
    form({ name: '  Book  keeping ', scopes: ['users:read', 'users:read'] }),
  );
  expect(secret).toMatch(/^wlt_[\w-]{43}$/);
  expect(key).toMatchObject({ name: 'Book  keeping', scopes: ['users:read'], state: 'active' });
  expect(key).toMatchObject({ lastFour: secret.slice(-4), ownerName: 'admin', dayPaise: null });
  expect(await call(secret)).toMatchObject({ status: 200 });
  const refused = await call(secret, '/transactions/counts');
  expect(refused).toMatchObject({ status: 403, code: 'API_KEY_SCOPE' });
  expect(refused.data).toEqual({ scope: 'requests:read' });
  const tables = await app.deps.db.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    const rows = await app.deps.db.query(
      `SELECT 1 FROM "${name}" t WHERE t::text LIKE '%' || $1 || '%'`,
      [secret.slice(0, -4)],
    );
    expect(rows, name).toEqual([]);
  }
});

test('records creation, revocation and use of an API key in the audit log', async () => {
  const limits = { dayPaise: 1000, dayCommands: 5 };
  const { key, secret } = await admin.api.apiKeys.create(form(limits));
  const user = await app.newUser();
  const adjusted = await call(secret, `/users/${user.userId}/adjustments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ newBalance: '5', shownBalancePaise: 0, reason: 'Refund of a fee' }),
  });
  expect(adjusted.status).toBe(200);
  await admin.api.apiKeys.revoke({ id: key.id });
  const { rows } = await admin.api.audit.list({});
  const of = (action: string) => rows.find((row) => row.action === action);
  const record = { name: key.name, scopes: [...API_SCOPES], lastFour: key.lastFour, ...limits };
  expect(of('api-key.insert')).toMatchObject({ entityId: key.id, before: null, after: record });
  expect(of('user.adjustBalance')).toMatchObject({
    actorName: 'admin',
    ip: `127.0.0.1 (wlt_…${key.lastFour})`,
  });
  expect(of('api-key.revoke')).toMatchObject({ entityId: key.id, before: record, after: null });
});

describe('an API key stops working immediately when', () => {
  const ends: [string, string, (maker: SignedIn, id: string) => Promise<unknown>][] = [
    ['another administrator revokes it', 'revoked', (_, id) => admin.api.apiKeys.revoke({ id })],
    [
      'its owner is demoted',
      'suspended',
      ({ userId }) => admin.api.users.setRole({ userId, role: 'user' }),
    ],
    [
      'its owner is deactivated',
      'suspended',
      ({ userId }) => admin.api.users.setStatus({ userId, status: 'inactive' }),
    ],
  ];
  test.each(ends)('%s', async (_, reason, end) => {
    const maker = await app.newUser({ role: 'admin' });
    const { key, secret } = await maker.api.apiKeys.create(form());
    expect((await call(secret)).status).toBe(200);
    await end(maker, key.id);
    const refused = await call(secret);
    expect(refused).toMatchObject({ status: 401, code: 'API_KEY_INVALID', data: { reason } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(await findKey(key.id)).toMatchObject({ state: reason });
  });

  test('its expiry time has passed', async () => {
    const { key, secret } = await admin.api.apiKeys.create(form({ days: 30 }));
    await app.clock.advance(30 * DAY_MS + 1);
    const refused = await call(secret);
    expect(refused).toMatchObject({ code: 'API_KEY_INVALID', data: { reason: 'expired' } });
    await app.clock.stopAt(START);
    expect(await findKey(key.id)).toMatchObject({ state: 'active' });
  });

  test('its owner is deleted', async () => {
    const maker = await app.newUser({ role: 'admin' });
    const { key, secret } = await maker.api.apiKeys.create(form());
    await admin.api.users.remove({ userId: maker.userId as never });
    expect(await call(secret)).toMatchObject({ status: 401, data: { reason: 'unknown' } });
    expect((await admin.api.apiKeys.list()).map(({ id }) => id)).not.toContain(key.id);
  });
});

test.each(['', 'wlt_', `wlt_${'x'.repeat(43)}`, `wlt_${'x'.repeat(42)}`, 'wallet_session', '%00'])(
  'refuses %j as an API key',
  async (secret) => {
    const refused = await call(secret || 'x');
    expect(refused).toMatchObject({ status: 401, code: 'API_KEY_INVALID' });
  },
);

test('a key works only for the REST interface, and the cookie of the same request is ignored', async () => {
  const { secret } = await admin.api.apiKeys.create(form({ scopes: ['users:read'] }));
  const headers = { authorization: `Bearer ${secret}` };
  const statusOf = async (path: string, init: RequestInit) =>
    (await fetch(`${app.baseUrl}${path}`, { headers, ...init })).status;
  expect(await statusOf('/rpc/users/list', { method: 'POST' })).toBe(401);
  expect(await statusOf('/files/transactions.csv', {})).toBe(401);
  expect(await statusOf(`/files/receipts/${randomUUID()}`, {})).toBe(401);
  expect(await statusOf('/api/events', {})).toBe(401);
  const withCookie = { headers: { ...headers, cookie: admin.cookie } };
  expect(await statusOf('/api/v1/transactions/counts', withCookie)).toBe(403);
  const asCookie = { headers: { cookie: `wallet_session=${secret}` } };
  expect(await statusOf('/api/v1/users', asCookie)).toBe(401);
  // Another authentication scheme may belong to a proxy.
  const basic = { headers: { authorization: 'Basic eDp5', cookie: admin.cookie } };
  expect(await statusOf('/api/v1/users', basic)).toBe(200);
});

test('a key with the scope requests:read can read receipts', async () => {
  const { cookie } = await app.newUser();
  const { id } = await makeDeposit(app, { cookie, image: await buildImage() });
  const { receiptUrl } = await admin.api.transactions.get({ id });
  const see = async (scopes: ApiKeyForm['scopes']) => {
    const { secret } = await admin.api.apiKeys.create(form({ scopes }));
    const headers = { authorization: `Bearer ${secret}` };
    return fetch(`${app.baseUrl}/api/v1${receiptUrl}`, { headers });
  };
  const seen = await see(['requests:read']);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await see(['users:read', 'content:read'])).status).toBe(403);
});

const guarded = listProcedures().filter(({ access }) => access !== 'public');

test('each procedure accepts a key with its scope and refuses a key without it', async () => {
  const whole = await admin.api.apiKeys.create(form());
  const secrets = new Map(
    await Promise.all(
      API_SCOPES.map(async (scope) => {
        const { secret } = await admin.api.apiKeys.create(
          form({ scopes: API_SCOPES.filter((other) => other !== scope) }),
        );
        return [scope, secret] as const;
      }),
    ),
  );
  for (const { method, restPath, scope, path } of guarded) {
    const secret = (scope && secrets.get(scope)) ?? whole.secret;
    const code = scope ? 'API_KEY_SCOPE' : 'NOT_FOR_API_KEYS';
    expect(await call(secret, restPath, { method }), path).toMatchObject({ status: 403, code });
  }
  const open = guarded.filter(({ scope }) => scope !== undefined);
  for (const { method, restPath, path } of open.filter((one) => one.method === 'GET')) {
    const { status } = await call(whole.secret, restPath, { method });
    expect([200, 404, 422], path).toContain(status);
  }
  for (const { id, state } of await admin.api.apiKeys.list()) {
    if (state === 'active') await admin.api.apiKeys.revoke({ id });
  }
  for (const path of ['apiKeys/create', 'users/setPassword', 'users/setRole']) {
    expect(open.map((procedure) => procedure.path)).not.toContain(path);
  }
});

test('limits the request rate of one key without affecting other keys', async () => {
  const [busy, other] = [
    await admin.api.apiKeys.create(form()),
    await admin.api.apiKeys.create(form()),
  ];
  const answers = [];
  for (let round = 0; round < 7; round++) {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => call(busy.secret)))));
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
  // The limit of the key, not that of the address.
  expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('600');
  expect(answers[0]?.headers.get('ratelimit-limit')).toBe('600');
  expect(answers.some(({ headers }) => headers.get('ratelimit-remaining') === '0')).toBe(true);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.code).toBe('RATE_LIMITED');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call(other.secret)).status).toBe(200);
});

test('records the last use of a key at most once a minute', async () => {
  const { key, secret } = await admin.api.apiKeys.create(form());
  const lastUse = async () => (await findKey(key.id)).lastUsedAt?.getTime();
  expect(await lastUse()).toBeUndefined();
  const first = app.clock.now().getTime();
  await call(secret);
  expect(await lastUse()).toBe(first);
  await app.clock.advance(59_000);
  await call(secret);
  expect(await lastUse()).toBe(first);
  await app.clock.advance(2000);
  await call(secret);
  expect(await lastUse()).toBe(first + 61_000);
});

test('a key requires a name and a scope, and a user can have a limited number of keys', async () => {
  const maker = await app.newUser({ role: 'admin' });
  const { create, revoke } = maker.api.apiKeys;
  expect(await errorCodeOf(create(form({ name: ' ' })))).toBe('API_KEY_NAME_REQUIRED');
  expect(await errorCodeOf(create(form({ scopes: [] })))).toBe('API_KEY_SCOPES_REQUIRED');
  expect(await errorCodeOf(create(form({ scopes: ['all' as never] })))).toBe('INVALID_INPUT');
  const attempts = await Promise.allSettled(
    Array.from({ length: MAX_API_KEYS + 3 }, () => create(form())),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_API_KEYS);
  expect(await errorCodeOf(create(form()))).toBe('TOO_MANY_API_KEYS');
  const own = async () =>
    (await admin.api.apiKeys.list()).filter(({ ownerName }) => ownerName === maker.username);
  for (let ended = 0; ended < MAX_ENDED_API_KEYS + 3; ended++) {
    const [newest] = (await own()).filter(({ state }) => state === 'active');
    await revoke({ id: newest?.id ?? '' });
    await create(form());
  }
  expect(await own()).toHaveLength(MAX_API_KEYS + MAX_ENDED_API_KEYS);
  expect(await errorCodeOf(revoke({ id: randomUUID() }))).toBe('API_KEY_NOT_FOUND');
});

test('users without the administrator role can’t manage API keys', async () => {
  const { apiKeys } = (await app.newUser()).api;
  const calls = [apiKeys.list(), apiKeys.create(form()), apiKeys.revoke({ id: randomUUID() })];
  const codes = await Promise.all(calls.map(errorCodeOf));
  expect(new Set(codes)).toEqual(new Set(['ADMIN_REQUIRED']));
});

describe('a suspended key', () => {
  const newOwner = async () => {
    const owner = await app.newUser({ role: 'admin' });
    const { key, secret } = await owner.api.apiKeys.create(form());
    expect((await call(secret)).status).toBe(200);
    return { owner, id: key.id, secret };
  };
  const SUSPENDED = { status: 401, code: 'API_KEY_INVALID', data: { reason: 'suspended' } };
  const notices = async () =>
    (await admin.api.notifications.list({})).rows.filter(
      ({ title }) => title === 'API keys suspended',
    );

  test('is refused after its owner changed the password, until an administrator resumes it', async () => {
    const { owner, id, secret } = await newOwner();
    const { secret: ofAdmin } = await admin.api.apiKeys.create(form());
    const passwords = { currentPassword: TEST_PASSWORD, newPassword: 'another-one' };
    await owner.api.users.changeOwnPassword(passwords);
    expect(await call(secret)).toMatchObject(SUSPENDED);
    expect((await call(ofAdmin)).status).toBe(200);
    expect(await findKey(id)).toMatchObject({
      state: 'suspended',
      suspensionReason: 'password_changed',
    });
    expect((await notices())[0]?.message).toContain(owner.username);
    await admin.api.apiKeys.resume({ id });
    await admin.api.apiKeys.resume({ id });
    expect((await call(secret)).status).toBe(200);
    expect(await findKey(id)).toMatchObject({ state: 'active', suspensionReason: null });
    const { rows } = await admin.api.audit.list({});
    const ofKey = rows.filter(({ entityId }) => entityId === id).map(({ action }) => action);
    expect(ofKey).toEqual(['api-key.resume', 'api-key.suspend', 'api-key.insert']);
  });

  test('is refused after an administrator set the password of its owner', async () => {
    const { owner, id, secret } = await newOwner();
    const before = (await notices()).length;
    const userId = owner.userId as UserId;
    await admin.api.users.setPassword({ userId, newPassword: 'set-by-admin' });
    expect(await call(secret)).toMatchObject(SUSPENDED);
    expect(await findKey(id)).toMatchObject({ suspensionReason: 'password_reset' });
    // The second reset finds no key to suspend and sends no notification.
    await admin.api.users.setPassword({ userId, newPassword: 'set-once-more' });
    expect(await notices()).toHaveLength(before + 1);
  });

  test('can be revoked, and resuming does not reactivate a revoked key', async () => {
    const { owner, id, secret } = await newOwner();
    const userId = owner.userId as UserId;
    await admin.api.users.setPassword({ userId, newPassword: 'set-by-admin' });
    await admin.api.apiKeys.revoke({ id });
    await admin.api.apiKeys.resume({ id });
    expect(await call(secret)).toMatchObject({ status: 401, data: { reason: 'revoked' } });
    expect(await errorCodeOf(admin.api.apiKeys.resume({ id: userId }))).toBe('API_KEY_NOT_FOUND');
  });
});
