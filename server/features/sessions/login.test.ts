import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingTable } from '#contract/settings/table.ts';
import { userId } from '#contract/shared/base.ts';
import { refuseConnections } from '../../testing/databases.ts';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import { testConfig } from '../../testing/stand-ins.ts';
import { pruneSessions } from './login.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;

beforeAll(async () => {
  const projectDir = path.resolve(import.meta.dirname, '../../..');
  // Requests may claim that a trusted proxy received https.
  app = await startTestApp({ config: { ...testConfig(projectDir), trustProxy: 1 } });
});
afterAll(() => app.close());

/** Runs `work` with the clock moved forward by `ms`. */
async function later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  await app.clock.advance(ms);
  try {
    return await work();
  } finally {
    await app.clock.advance(-ms);
  }
}

function postLogin(body: object, headers: Record<string, string> = {}) {
  return fetch(`${app.baseUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function current(cookie: string, headers: Record<string, string> = {}) {
  return fetch(`${app.baseUrl}/api/v1/sessions/current`, { headers: { cookie, ...headers } });
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { code: string };
  return body.code;
}

test('the session cookie is HttpOnly, SameSite=Lax, and bound to the host under https', async () => {
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

test('stores the hash of a session token, not the token', async () => {
  const { cookie } = await app.newUser();
  const token = cookie.split('=')[1] ?? '';
  const rows = await app.deps.db.query('SELECT row_to_json(s)::text AS text FROM sessions s');
  expect(token).toHaveLength(43);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('refuses a missing and an unknown session cookie, and clears the unknown one', {
  tags: 'section-4',
}, async () => {
  expect(await errorCodeOf(app.client().sessions.current())).toBe('MISSING_SESSION');
  const response = await current('wallet_session=unknown');
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()[0]).toMatch(/^wallet_session=;.*Expires=Thu, 01 Jan 1970/);
  expect(await codeOf(response)).toBe('MISSING_SESSION');
});

test('returns 503 during a database outage and keeps the session', async () => {
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

test('a session expires after 7 days without use, and after 30 days in any case', async () => {
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

test('an administrator’s session expires after a day without use, and after 7 days in any case', async () => {
  const idle = await app.newUser({ role: 'admin' });
  await later(25 * HOUR_MS, async () => {
    expect(await errorCodeOf(idle.api.sessions.current())).toBe('MISSING_SESSION');
  });
  const busy = await app.newUser({ role: 'admin' });
  for (let hours = 20; hours < 168; hours += 20) {
    await later(hours * HOUR_MS, () => busy.api.sessions.current());
  }
  await later(169 * HOUR_MS, async () => {
    expect(await errorCodeOf(busy.api.sessions.current())).toBe('MISSING_SESSION');
  });
});

test('a changed lifetime applies to the open sessions of its role', async () => {
  const admin = await app.newUser({ role: 'admin' });
  const idle = await app.newUser();
  const busy = await app.newUser();
  await admin.api.settings.save({ userIdleHours: 2, userSessionHours: 12 });
  await later(3 * HOUR_MS, async () => {
    expect(await errorCodeOf(idle.api.sessions.current())).toBe('MISSING_SESSION');
    expect((await admin.api.sessions.current()).user.id).toBe(admin.userId);
  });
  for (let hours = 1; hours < 12; hours += 1.5) {
    await later(hours * HOUR_MS, () => busy.api.sessions.current());
  }
  await later(12.1 * HOUR_MS, async () => {
    expect(await errorCodeOf(busy.api.sessions.current())).toBe('MISSING_SESSION');
    expect(await admin.api.sessions.ofUser({ userId: userId.parse(busy.userId) })).toEqual([]);
  });
  await admin.api.settings.save({ userIdleHours: 168, userSessionHours: 720 });
  await later(3 * HOUR_MS, () => idle.api.sessions.current());
});

test('updates the last use of a session at most once a minute', async () => {
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

test('signing out ends the session and clears the cookie; repeating it succeeds', {
  tags: 'section-7.1',
}, async () => {
  const user = await app.newUser();
  const headers = { cookie: user.cookie };
  for (let time = 0; time < 2; time += 1) {
    const response = await fetch(`${app.baseUrl}/api/v1/sessions/current`, {
      method: 'DELETE',
      headers,
    });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()[0]).toMatch(/^wallet_session=;/);
    // Not "storage" or "cookies": the browser keeps its language and the device cookie.
    expect(response.headers.get('clear-site-data')).toBe('"cache"');
  }
  expect(await errorCodeOf(user.api.sessions.current())).toBe('MISSING_SESSION');
});

test('signing in again ends the previous session of the browser', async () => {
  const user = await app.newUser();
  const again = await postLogin(
    { username: user.username, password: TEST_PASSWORD },
    { cookie: user.cookie },
  );
  expect(again.status).toBe(200);
  expect(await errorCodeOf(user.api.sessions.current())).toBe('MISSING_SESSION');
});

test('distinguishes the session of a deactivated user from that of a deleted one', {
  tags: 'section-4',
}, async () => {
  const user = await app.newUser();
  await app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [user.userId]);
  // With the cookie, further calls of the page get the same reason.
  const refused = await current(user.cookie);
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect(await codeOf(refused)).toBe('ACCOUNT_INACTIVE');

  const gone = await app.newUser();
  await app.deps.db.query(
    'ALTER TABLE sessions DROP CONSTRAINT IF EXISTS sessions_user_id_users_id_fk',
  );
  await app.deps.db.query('DELETE FROM users WHERE id = $1', [gone.userId]);
  expect(await errorCodeOf(gone.api.sessions.current())).toBe('SESSION_USER_NOT_FOUND');
});

test('login requires a username and a password, both as text', async () => {
  const login = app.client().sessions.login;
  expect(await errorCodeOf(login({ username: '', password: 'x' }))).toBe('CREDENTIALS_REQUIRED');
  expect(await errorCodeOf(login({ username: 'x', password: '' }))).toBe('CREDENTIALS_REQUIRED');
  const malformed = await postLogin({ username: { $ne: null }, password: ['x'] });
  expect(malformed.status).toBe(422);
  expect(await codeOf(malformed)).toBe('INVALID_INPUT');
});

test('a clock that temporarily runs ahead ends no session', async () => {
  const user = await app.newUser();
  const early = await app.newUser();
  await later(35 * DAY_MS, async () => {
    const response = await current(user.cookie);
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    await pruneSessions(app.deps);
  });
  expect((await user.api.sessions.current()).user.username).toBe(user.username);
  // Times written meanwhile are corrected: they neither keep nor extend the session.
  await later(5 * DAY_MS, () => early.api.sessions.current());
  await early.api.sessions.current();
  await later(8 * DAY_MS, async () => {
    expect(await errorCodeOf(early.api.sessions.current())).toBe('MISSING_SESSION');
  });
  const ahead = await later(35 * DAY_MS, () => app.signIn(user.username, TEST_PASSWORD));
  await ahead.api.sessions.current();
  const [row] = await app.deps.db.query<{ days: number; isPast: boolean }>(
    `SELECT max(created_at) <= $2::timestamptz AS "isPast", ceil(extract(epoch FROM max(expires_at) - $2::timestamptz) / 86400)::int AS days FROM sessions
     WHERE user_id = $1 AND ended_at IS NULL`,
    [user.userId, app.deps.clock.now()],
  );
  expect(row).toEqual({ days: 30, isPast: true });
});

test('a server whose clock is behind ends no session', async () => {
  const user = await app.newUser();
  const behindMs = (settingTable.userIdleHours.default + 1) * HOUR_MS;
  const clock = { now: () => new Date(app.deps.clock.now().getTime() - behindMs) };
  const behind = await startTestApp({ db: app.deps.db, clock });
  try {
    expect((await current(user.cookie)).status).toBe(200);
    expect((await behind.client(user.cookie).sessions.current()).user.id).toBe(user.userId);
    expect((await current(user.cookie)).status).toBe(200);
  } finally {
    await behind.close();
  }
});
