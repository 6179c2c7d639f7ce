import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countAttempt } from '#server/lib/throttle.ts';
import { testClock } from '../../testing/clock.ts';
import { refuseConnections } from '../../testing/databases.ts';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import { testConfig } from '../../testing/stand-ins.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let shiftMs = 0;
let frozenAt: number | undefined;

beforeAll(async () => {
  const clock = { now: () => new Date((frozenAt ?? testClock.now().getTime()) + shiftMs) };
  const projectDir = path.resolve(import.meta.dirname, '../../..');
  // Its requests may say that a proxy of ours speaks https.
  app = await startTestApp({ clock, config: { ...testConfig(projectDir), trustProxy: 1 } });
});
afterEach(() => {
  frozenAt = undefined;
});
afterAll(() => app.close());

/** Runs `work` as if so much time had passed, then returns to now. */
async function later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  shiftMs += ms;
  try {
    return await work();
  } finally {
    shiftMs -= ms;
  }
}

function postLogin(body: object, headers: Record<string, string> = {}) {
  return fetch(`${app.baseUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function current(cookie: string, headers: Record<string, string> = {}) {
  return fetch(`${app.baseUrl}/api/sessions/current`, { headers: { cookie, ...headers } });
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { code: string };
  return body.code;
}

test('the session cookie is closed to scripts and other sites, and bound to the host under https', async () => {
  const { username } = await app.newUser();
  const plain = await postLogin({ username, password: TEST_PASSWORD });
  const [cookie = ''] = plain.headers.getSetCookie();
  expect(cookie).toMatch(/^wallet_session=[\w-]{43}; /);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect(cookie).toMatch(/; Path=\//);
  expect(cookie).toMatch(/; Max-Age=2592000;/);
  expect(cookie).not.toMatch(/Secure/);

  const https = { 'x-forwarded-proto': 'https' };
  const secure = await postLogin({ username, password: TEST_PASSWORD }, https);
  const [secureCookie = ''] = secure.headers.getSetCookie();
  expect(secureCookie).toMatch(/^__Host-wallet_session=[\w-]{43}; .*Secure/);
  const pair = secureCookie.split(';')[0] ?? '';
  expect((await current(pair, https)).status).toBe(200);
  expect((await current(pair)).status).toBe(401);
});

test('a session is stored as a hash: the database holds no token', async () => {
  const { cookie } = await app.newUser();
  const token = cookie.split('=')[1] ?? '';
  const rows = await app.deps.db.query('SELECT row_to_json(s)::text AS text FROM sessions s');
  expect(token).toHaveLength(43);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('no cookie and an unknown one are a missing session; the unknown one is taken away', async () => {
  expect(await errorCodeOf(app.client().sessions.current())).toBe('MISSING_SESSION');
  const response = await current('wallet_session=unknown');
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()[0]).toMatch(/^wallet_session=;.*Expires=Thu, 01 Jan 1970/);
  expect(await codeOf(response)).toBe('MISSING_SESSION');
});

test('an outage is answered 503 and ends no session', async () => {
  const { cookie } = await app.newUser();
  const { allow } = await refuseConnections(app.deps.db.pool.options.connectionString ?? '');
  const answers = await Promise.all([
    current(cookie),
    fetch(`${app.baseUrl}/rpc/sessions/current`, { method: 'POST', headers: { cookie } }),
    fetch(`${app.baseUrl}/files/passbook.csv`, { headers: { cookie } }),
  ]).finally(allow);
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await answer.text()).toContain('"UNAVAILABLE"');
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await current(cookie)).status).toBe(200);
});

test('a session ends after 7 days unused, and after 30 days in any case', async () => {
  const idle = await app.newUser();
  await later(8 * DAY_MS, async () => {
    expect(await errorCodeOf(idle.api.sessions.current())).toBe('MISSING_SESSION');
  });
  const busy = await app.newUser();
  for (const day of [6, 12, 18, 24, 29]) {
    await later(day * DAY_MS, async () => {
      expect((await busy.api.sessions.current()).user.username).toBe(busy.username);
    });
  }
  await later(31 * DAY_MS, async () => {
    expect(await errorCodeOf(busy.api.sessions.current())).toBe('MISSING_SESSION');
  });
});

test('when a session was last seen is written at most once a minute', async () => {
  const user = await app.newUser();
  const lastSeen = async () => {
    const [row] = await app.deps.db.query<{ at: Date }>(
      'SELECT last_seen_at AS at FROM sessions WHERE user_id = $1',
      [user.userId],
    );
    return row?.at.getTime() ?? 0;
  };
  const first = await lastSeen();
  await later(MINUTE_MS - 5000, () => user.api.sessions.current());
  expect(await lastSeen()).toBe(first);
  await later(2 * MINUTE_MS, () => user.api.sessions.current());
  expect(await lastSeen()).toBeGreaterThanOrEqual(first + 2 * MINUTE_MS);
});

test('signing out ends the session and takes the cookie away; doing it twice is no error', async () => {
  const user = await app.newUser();
  const headers = { cookie: user.cookie };
  for (let time = 0; time < 2; time += 1) {
    const response = await fetch(`${app.baseUrl}/api/sessions/current`, {
      method: 'DELETE',
      headers,
    });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()[0]).toMatch(/^wallet_session=;/);
  }
  expect(await errorCodeOf(user.api.sessions.current())).toBe('MISSING_SESSION');
});

test('signing in again replaces the session the browser held', async () => {
  const user = await app.newUser();
  const again = await postLogin(
    { username: user.username, password: TEST_PASSWORD },
    { cookie: user.cookie },
  );
  expect(again.status).toBe(200);
  expect(await errorCodeOf(user.api.sessions.current())).toBe('MISSING_SESSION');
});

test('a deactivated user and a vanished one are told apart', async () => {
  const user = await app.newUser();
  await app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [user.userId]);
  expect(await errorCodeOf(user.api.sessions.current())).toBe('ACCOUNT_INACTIVE');

  const gone = await app.newUser();
  await app.deps.db.query(
    'ALTER TABLE sessions DROP CONSTRAINT IF EXISTS sessions_user_id_users_id_fk',
  );
  await app.deps.db.query('DELETE FROM users WHERE id = $1', [gone.userId]);
  expect(await errorCodeOf(gone.api.sessions.current())).toBe('SESSION_USER_NOT_FOUND');
});

test('both fields are required; something else than text is malformed', async () => {
  const login = app.client().sessions.login;
  expect(await errorCodeOf(login({ username: '', password: 'x' }))).toBe('CREDENTIALS_REQUIRED');
  expect(await errorCodeOf(login({ username: 'x', password: '' }))).toBe('CREDENTIALS_REQUIRED');
  const malformed = await postLogin({ username: { $ne: null }, password: ['x'] });
  expect(malformed.status).toBe(422);
  expect(await codeOf(malformed)).toBe('INVALID_INPUT');
});

test('a hundred guesses sent at once get no more tries than ten in a row', async () => {
  const victim = await app.newUser();
  frozenAt = testClock.now().getTime();
  const guess = (n: number) =>
    errorCodeOf(app.client().sessions.login({ username: victim.username, password: `guess-${n}` }));
  const codes = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
  const tried = codes.filter((code) => code === 'INVALID_CREDENTIALS');
  expect(tried).toHaveLength(10);
  expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(90);

  const refused = await postLogin({ username: victim.username, password: TEST_PASSWORD });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ data: { seconds: 1 } });
  // The sessions that are open go on, and the right password opens one as soon as the wait is over.
  expect((await victim.api.sessions.current()).user.username).toBe(victim.username);
  await later(2000, async () => {
    expect((await postLogin({ username: victim.username, password: TEST_PASSWORD })).status).toBe(
      200,
    );
  });
});

test('guessing one username from everywhere blocks it briefly, and never where its owner has signed in', async () => {
  frozenAt = testClock.now().getTime();
  const username = `target-${Date.now()}`;
  const attemptFrom = (ip: string) => countAttempt(app.deps, { username, ip });
  await (await attemptFrom('198.51.100.7')).forgive();
  const guesses = Array.from({ length: 60 }, (_, n) => attemptFrom(`203.0.113.${n}`));
  const outcomes = await Promise.allSettled(guesses);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(20);

  await expect(attemptFrom('192.0.2.1')).rejects.toMatchObject({ data: { seconds: 30 } });
  await expect(attemptFrom('198.51.100.7')).resolves.toBeDefined();
  await later(31_000, () => expect(attemptFrom('192.0.2.1')).resolves.toBeDefined());
});

test('an address that tries many usernames has to wait; its IPv6 neighbours are the same address', async () => {
  const attempt = (n: number, ip: string) => countAttempt(app.deps, { username: `name-${n}`, ip });
  for (let n = 0; n < 50; n += 1) await attempt(n, `2001:db8:1:2::${n}`);
  await expect(attempt(50, '2001:db8:1:2:ffff::1')).rejects.toMatchObject({
    data: { seconds: 60 },
  });
  await expect(attempt(51, '2001:db8:1:3::1')).resolves.toBeDefined();
});
