import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { appError } from '#server/base/errors.ts';
import { START } from '#server/testing/clock.ts';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '#server/testing/harness.ts';
import { testConfig } from '#server/testing/stand-ins.ts';
import { login } from '../login.ts';
import { countAttempt } from './throttle-logins.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;

beforeAll(async () => {
  const projectDir = path.resolve(import.meta.dirname, '../../../..');
  // Requests may claim that a trusted proxy received https.
  const config = { ...testConfig(projectDir), trustProxy: 1 };
  app = await startTestApp({ config });
  await app.clock.stopAt(START);
});
beforeEach(() => app.clock.advance(DAY_MS));
afterAll(() => app.close());

/** Returns one of many addresses, each in another network. */
const addressOf = (n: number) => `10.${Math.floor(n / 256) % 256}.${n % 256}.7`;
const newName = () => `target-${randomUUID()}`;

interface Guess {
  username: string;
  ip?: string;
  device?: string;
}

/** Returns the seconds to wait; 0 if the attempt was admitted, which counts as a failure. */
async function attempt({ username, ip = '192.0.2.1', device }: Guess): Promise<number> {
  const refusal = await countAttempt(app.deps, { username, ip, device }).then(
    () => undefined,
    (error: ReturnType<typeof appError>) => error,
  );
  if (refusal && refusal.code !== 'TOO_MANY_ATTEMPTS') throw refusal;
  return Number(refusal?.data?.seconds ?? 0);
}

/** Each address retries as soon as allowed, for `forMs`. Returns the number of admitted attempts. */
async function guessAll(
  username: string,
  { addresses, forMs, everyMs }: { addresses: string[]; forMs: number; everyMs: number },
): Promise<number> {
  const mayTryAt = new Map<string, number>();
  let made = 0;
  for (let passedMs = 0; passedMs < forMs; passedMs += everyMs) {
    const nowMs = app.clock.now().getTime();
    for (const ip of addresses.filter((one) => (mayTryAt.get(one) ?? 0) <= nowMs)) {
      const seconds = await attempt({ username, ip });
      if (seconds === 0) made += 1;
      mayTryAt.set(ip, nowMs + seconds * SECOND_MS);
    }
    await app.clock.advance(everyMs);
  }
  return made;
}

function signIn(username: string, { password = TEST_PASSWORD, ip = '192.0.2.1', device = '' }) {
  const visitor = { ip, userAgent: undefined, token: undefined, isDirect: true, device };
  return login(app.deps, visitor, { username, password });
}

/** Sets the number of remaining attempts of new devices at a username. */
async function leaveGuesses(username: string, left: number): Promise<void> {
  await attempt({ username, ip: '203.0.113.1' });
  await app.deps.db.query(
    `UPDATE login_throttles SET failures = $1 WHERE key LIKE 'name:%' AND failures > 0`,
    [300 - left],
  );
}

test('admits five of a hundred concurrent guesses of a password', async () => {
  const victim = await app.newUser();
  const guess = (n: number) =>
    errorCodeOf(app.client().sessions.login({ username: victim.username, password: `guess-${n}` }));
  const codes = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(95);
  // Open sessions continue, and the right password is accepted after the wait.
  expect((await victim.api.sessions.current()).user.username).toBe(victim.username);
  await app.clock.advance(31 * SECOND_MS);
  await app.signIn(victim.username, TEST_PASSWORD);
});

test('limits guesses from many new addresses, and admits an owner on a new device at the second attempt', async () => {
  const username = newName();
  await leaveGuesses(username, 220);
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, n) => attempt({ username, ip: addressOf(n) })),
  );
  expect(outcomes.filter((seconds) => seconds === 0)).toHaveLength(20);
  expect(new Set(outcomes)).toEqual(new Set([0, 10]));
  const ip = '198.51.100.7';
  expect(await attempt({ username, ip })).toBe(10);
  await app.clock.advance(9 * SECOND_MS);
  expect(await attempt({ username, ip })).toBe(1);
  await app.clock.advance(SECOND_MS);
  expect(await attempt({ username, ip: addressOf(301) })).toBe(10);
  expect(await attempt({ username, ip })).toBe(0);
});

test('repeated guesses from 30 networks are admitted less and less often, and first attempts of others still are', async () => {
  const username = newName();
  await leaveGuesses(username, 100);
  const addresses = Array.from({ length: 30 }, (_, n) => addressOf(n));
  const forMs = 5 * MINUTE_MS;
  const made = await guessAll(username, { addresses, forMs, everyMs: 10 * SECOND_MS });
  expect(made).toBeGreaterThanOrEqual(50);
  expect(made).toBeLessThanOrEqual(60 + 5);
  const ip = '198.51.100.7';
  await attempt({ username, ip });
  await app.clock.advance(10 * SECOND_MS);
  expect(await attempt({ username, ip })).toBe(0);
});

test('addresses of one network share their attempts', async () => {
  const username = newName();
  const addresses = Array.from({ length: 100 }, (_, n) => `203.0.113.${n}`);
  const made = await guessAll(username, {
    addresses,
    forMs: 2 * MINUTE_MS,
    everyMs: 10 * SECOND_MS,
  });
  expect(made).toBeLessThan(60);
  expect(await attempt({ username, ip: '198.51.100.7' })).toBe(0);
});

test('a known device is admitted during an attack on its username, and has a separate limit of five failures', async () => {
  const username = newName();
  await leaveGuesses(username, 0);
  const tries = Array.from({ length: 30 }, () => attempt({ username, device: 'laptop' }));
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((seconds) => seconds === 0)).toHaveLength(5);
  // Failures of one device don't count for another.
  expect(await attempt({ username, device: 'phone', ip: '192.0.2.99' })).toBe(0);
  await app.clock.advance(7 * HOUR_MS);
  expect(await attempt({ username, device: 'laptop' })).toBe(0);
});

test('a device cookie is valid for its username only, and requires the password', async () => {
  const [owner, other] = [await app.newUser(), await app.newUser()];
  const first = await signIn(owner.username, {});
  const both = await signIn(other.username, { device: first.device });
  const tooMany = { code: 'TOO_MANY_ATTEMPTS' };
  await leaveGuesses(owner.username, 0);
  const from = (n: number, device: string) => ({ ip: addressOf(n), device });
  await expect(signIn(owner.username, from(1, ''))).rejects.toMatchObject(tooMany);
  const forged = first.device.replace(/.{4}$/, (end) => (end[0] === 'A' ? 'BAAA' : 'AAAA'));
  await expect(signIn(owner.username, from(2, forged))).rejects.toMatchObject(tooMany);
  const [alien = ''] = both.device.split('~');
  await expect(signIn(owner.username, from(3, alien))).rejects.toMatchObject(tooMany);
  const wrong = { ...from(4, first.device), password: 'wrong-password' };
  await expect(signIn(owner.username, wrong)).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  // A shared browser is known for each of its users, whatever the case of their username.
  const again = await signIn(owner.username.toUpperCase(), from(5, both.device));
  expect(again.device.split('~')).toHaveLength(2);
  expect(again.device).not.toContain(first.device);
});

test('a device stays known after a password change, but requires the new password', async () => {
  const owner = await app.newUser();
  const { device } = await signIn(owner.username, {});
  const admin = await app.admin();
  const newPassword = 'another-horse';
  await admin.api.users.setPassword({ userId: owner.userId as never, newPassword });
  await leaveGuesses(owner.username, 0);
  await expect(signIn(owner.username, { device })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  await signIn(owner.username, { device, password: newPassword });
});

test('the device cookie is HttpOnly, SameSite=Strict, and bound to the host under https', async () => {
  const { username } = await app.newUser();
  const cookieOf = async (headers: Record<string, string>) => {
    const response = await fetch(`${app.baseUrl}/api/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ username, password: TEST_PASSWORD }),
    });
    return response.headers.getSetCookie().find((cookie) => cookie.includes('_device=')) ?? '';
  };
  const plain = await cookieOf({});
  expect(plain).toMatch(
    /^wallet_device=[\w.-]{66}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(await cookieOf({ 'x-forwarded-proto': 'https' })).toMatch(
    /^__Host-wallet_device=.*; Secure/,
  );
});

test('blocks an address that tries many usernames, and counts an IPv6 /64 as one address', async () => {
  const from = (n: number, ip: string) => attempt({ username: `name-${n}`, ip });
  for (let n = 0; n < 50; n += 1) await from(n, `2001:db8:1:2::${n}`);
  expect(await from(50, '2001:DB8:01:2:ffff::1')).toBe(60);
  expect(await from(51, '2001:db8:1:3::1')).toBe(0);
});

test('clock changes never extend a login block', async () => {
  const username = newName();
  const ahead = async (work: () => Promise<unknown>) => {
    await app.clock.advance(35 * DAY_MS);
    await work();
    await app.clock.advance(-35 * DAY_MS);
  };
  await ahead(async () => {
    for (let n = 0; n < 5; n += 1) await attempt({ username });
    expect(await attempt({ username })).toBe(30);
  });
  expect(await attempt({ username })).toBe(0);
  // Five failures count as made now: the next block has the usual length and expires as usual.
  expect(await attempt({ username })).toBe(60);
  await app.clock.advance(7 * HOUR_MS);
  expect(await attempt({ username })).toBe(0);
  expect(await attempt({ username })).toBe(0);

  const name = newName();
  await ahead(() => leaveGuesses(name, 0));
  expect(await attempt({ username: name, ip: addressOf(1) })).toBe(60);
  await app.clock.advance(2 * HOUR_MS);
  expect(await attempt({ username: name, ip: addressOf(2) })).toBe(10);
  await app.clock.advance(2 * HOUR_MS);
  expect(await attempt({ username: name, ip: addressOf(3) })).toBe(0);
});
