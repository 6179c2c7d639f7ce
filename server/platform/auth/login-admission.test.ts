import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { START } from '#server/testing/clock.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/testing/harness.ts';
import { login } from '../../features/sessions/login.ts';

const GUESS = 'guess';
const argon2 = vi.hoisted(() => ({ hashes: 0, atOnce: 0, mostAtOnce: 0 }));
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  return {
    ...original,
    verify: async (...given: Parameters<typeof original.verify>) => {
      argon2.hashes += 1;
      argon2.atOnce += 1;
      argon2.mostAtOnce = Math.max(argon2.mostAtOnce, argon2.atOnce);
      // Replaces the slow hash for wrong passwords.
      const work = given[1] === GUESS ? setImmediate(false) : original.verify(...given);
      return work.finally(() => {
        argon2.atOnce -= 1;
      });
    },
  };
});

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
});
afterAll(() => app.close());

interface LoginAttempt {
  ip: string;
  username?: string;
  password?: string;
  device?: string;
}

/** Returns the outcome of a login and the seconds to wait. */
async function signIn({
  ip,
  username = `nobody-${ip}`,
  password = GUESS,
  device = '',
}: LoginAttempt) {
  const visitor = { ip, userAgent: undefined, token: undefined, isDirect: true, device };
  return login(app.deps, visitor, { username, password }).then(
    () => ({ code: 'IN', seconds: undefined }),
    (error) => ({ code: String(error.code), seconds: error.data?.seconds as number | undefined }),
  );
}

const addressOf = (n: number) => `10.${Math.floor(n / 256)}.${n % 256}.7`;
const flood = (from: number, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => signIn({ ip: addressOf(from + n) })));

test('a flood of logins is refused without queries or hashes, and known devices and retries still get in', async () => {
  const owner = await app.newUser();
  const visitor = {
    ip: '192.0.2.1',
    userAgent: undefined,
    token: undefined,
    isDirect: true,
    device: '',
  };
  const mine = { username: owner.username, password: TEST_PASSWORD };
  const { device } = await login(app.deps, visitor, mine);
  argon2.hashes = 0;

  const codes = (await flood(0, 100)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(24);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(76);
  expect(argon2).toMatchObject({ hashes: 24, mostAtOnce: 1 });

  const queries = vi.spyOn(app.deps.db, 'query');
  const transactions = vi.spyOn(app.deps.db, 'transaction');
  const connections = vi.spyOn(app.deps.db.pool, 'connect');
  for (const outcome of await flood(100, 100)) {
    expect(outcome).toEqual({ code: 'TOO_MANY_ATTEMPTS', seconds: 5 });
  }
  const newDevice = { ...mine, ip: '198.51.100.7' };
  expect(await signIn(newDevice)).toEqual({ code: 'TOO_MANY_ATTEMPTS', seconds: 5 });
  for (const spy of [queries, transactions, connections]) expect(spy).not.toHaveBeenCalled();
  expect(argon2.hashes).toBe(24);

  expect(await signIn({ ...mine, ip: addressOf(1), device })).toMatchObject({ code: 'IN' });
  await app.clock.advance(5000);
  await flood(200, 30);
  expect(await signIn({ ...mine, ip: '198.51.100.8' })).toMatchObject({ seconds: 5 });
  expect(await signIn(newDevice)).toMatchObject({ code: 'IN' });
});

test('one address or one device can take only a part of the login slots', async () => {
  await app.clock.advance(60_000);
  const owner = await app.newUser();
  const mine = { username: owner.username, ip: '192.0.2.1' };
  const visitor = {
    ip: mine.ip,
    userAgent: undefined,
    token: undefined,
    isDirect: true,
    device: '',
  };
  const newDevice = () => login(app.deps, visitor, { ...mine, password: TEST_PASSWORD });
  // Each of them may fail five times.
  const devices = [(await newDevice()).device, (await newDevice()).device];
  argon2.hashes = 0;
  const names = Array.from({ length: 40 }, (_, n) => `name-${n}`);
  await Promise.all(names.map((username) => signIn({ ip: '203.0.113.1', username })));
  expect(argon2.hashes).toBe(16);
  const tries = names.map((_, n) => signIn({ ...mine, device: devices[n % 2], ip: '203.0.113.1' }));
  await Promise.all(tries);
  expect(argon2.hashes).toBe(16 + 8);
  expect(await signIn({ ip: '203.0.113.2' })).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});

test('the wait of a refused login is also in the Retry-After header', async () => {
  const response = await fetch(`${app.baseUrl}/rpc/sessions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { username: 'someone', password: 'guess' } }),
  });
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('5');
});
