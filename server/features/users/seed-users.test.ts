import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import { errorCodeOf, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { seedDefaults } from './seed-users.ts';

const EXPOSED: Record<string, Partial<Config>> = {
  HOST: { host: '0.0.0.0' },
  PUBLIC_URL: { publicUrl: new URL('https://wallet.example') },
  DATABASE_URL: { databaseUrl: 'postgresql://db.example/wallet' },
};

let app: TestApp;
const servers = new Map<string, Promise<FastifyInstance>>();

beforeAll(async () => {
  app = await startTestApp();
  await installAnew();
});
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
  await app.close();
});

const UNSET = { adminPassword: undefined, demoPassword: undefined };

function start(settings: Partial<Config> = {}) {
  return seedDefaults({ ...app.deps, config: { ...app.deps.config, ...UNSET, ...settings } });
}

/** Renames the existing accounts and runs a first start with these settings. */
async function installAnew(settings: Partial<Config> = {}) {
  await app.deps.db.query('UPDATE users SET username = id::text');
  await app.deps.db.query('DELETE FROM login_throttles');
  return start(settings);
}

function serverWith(settings: Partial<Config>): Promise<FastifyInstance> {
  const key = JSON.stringify(settings);
  const config = { ...app.deps.config, ...UNSET, ...settings };
  const server = servers.get(key) ?? buildApp({ ...app.deps, config });
  servers.set(key, server);
  return server;
}

function logIn(server: FastifyInstance, headers: Record<string, string>, username: string) {
  const payload = { username, password: 'admin123' };
  return server.inject({ method: 'POST', url: '/api/v1/sessions', headers, payload });
}

const HERE = { host: '127.0.0.1:3000' };
test.each<[Partial<Config>, Record<string, string>, number, string?]>([
  [{}, HERE, 200],
  [{}, { host: 'localhost:3000', origin: 'http://localhost:3000' }, 200],
  [{}, { ...HERE, 'x-forwarded-proto': 'https' }, 401],
  [{}, { ...HERE, 'x-real-ip': '127.0.0.1' }, 401],
  [{}, { ...HERE, via: '1.1 Caddy' }, 401],
  [{ trustProxy: 1 }, { ...HERE, 'x-forwarded-for': '127.0.0.1' }, 401],
  [{}, { host: '192.168.1.7:3000' }, 401],
  [EXPOSED.HOST ?? {}, HERE, 401],
  [EXPOSED.PUBLIC_URL ?? {}, { host: 'wallet.example' }, 401],
  [EXPOSED.DATABASE_URL ?? {}, HERE, 401],
  [{}, HERE, 200, 'ADMIN'],
  // Databases may treat these as the same name.
  [{}, { ...HERE, via: '1.1 Caddy' }, 401, 'ADMIN'],
  [{}, { ...HERE, via: '1.1 Caddy' }, 401, 'admİn'],
])(
  'with the settings %j, a login with the headers %j and the well-known password returns %i',
  async (settings, headers, status, username = 'admin') => {
    await app.deps.db.query('DELETE FROM login_throttles');
    const login = await logIn(await serverWith(settings), headers, username);
    expect(login.statusCode).toBe(status);
    if (status === 401) expect(login.json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  },
);

test.each(Object.entries(EXPOSED))(
  'a first start with %s creates random passwords',
  async (_, settings) => {
    const accounts = await installAnew(settings);
    expect(accounts.map(({ origin }) => origin)).toEqual(['random', 'random']);
    for (const { username, password = '' } of accounts) {
      expect(password).toMatch(/^[\w-]{24}$/);
      await expect(app.signIn(username, password)).resolves.toBeDefined();
    }
  },
);

test.each(Object.entries(EXPOSED))(
  'a later start with %s replaces well-known passwords and ends their sessions',
  async (_, settings) => {
    await installAnew();
    const before = await app.signIn('admin', 'admin123');
    const [admin, demo] = await start(settings);
    expect([admin?.origin, demo?.origin]).toEqual(['random', 'random']);
    expect(await errorCodeOf(before.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
    expect(await errorCodeOf(app.signIn('admin', 'admin123'))).toBe('INVALID_CREDENTIALS');
    await expect(app.signIn('admin', admin?.password ?? '')).resolves.toBeDefined();
    // If the password shown once was lost, the next start can set another.
    const [again] = await start({ ...settings, adminPassword: 'chosen-by-the-host' });
    expect(again?.origin).toBe('environment');
    await expect(app.signIn('admin', 'chosen-by-the-host')).resolves.toBeDefined();
  },
);

test('ADMIN_PASSWORD replaces a password that the server set, but not one that a person chose', async () => {
  await installAnew();
  const passwordOf = async (adminPassword: string) => (await start({ adminPassword }))[0]?.origin;
  expect(await passwordOf('first-of-the-host')).toBe('environment');
  expect(await passwordOf('first-of-the-host')).toBe('earlier');
  expect(await passwordOf('second-of-the-host')).toBe('environment');
  const { api } = await app.signIn('admin', 'second-of-the-host');
  await api.users.changeOwnPassword({
    currentPassword: 'second-of-the-host',
    newPassword: 'of-a-person',
  });
  expect(await passwordOf('third-of-the-host')).toBe('earlier');
  await expect(app.signIn('admin', 'of-a-person')).resolves.toBeDefined();
});

test('administrators see which default accounts have well-known passwords', async () => {
  await installAnew();
  const admin = await app.signIn('admin', 'admin123');
  const seen = async () => (await admin.api.sessions.current()).exposedAccounts;
  expect((await seen()).map(({ username }) => username)).toEqual(['admin', 'demo']);
  await admin.api.users.changeOwnPassword({
    currentPassword: 'admin123',
    newPassword: 'known-to-one',
  });
  expect((await seen()).map(({ username }) => username)).toEqual(['demo']);
  const demo = await app.signIn('demo', 'demo123');
  expect((await demo.api.sessions.current()).exposedAccounts).toEqual([]);
});

test('does not create the demo user with SEED_DEMO=false', async () => {
  const accounts = await installAnew({ seedDemo: false });
  expect(accounts.map(({ username }) => username)).toEqual(['admin']);
  expect(await errorCodeOf(app.signIn('demo', 'demo123'))).toBe('INVALID_CREDENTIALS');
});
