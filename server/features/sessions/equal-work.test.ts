import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorTable } from '#contract/shared/errors.ts';
import { addAuthenticator } from '../../testing/authenticators.ts';
import { openCookieBrowser } from '../../testing/cookie-browser.ts';
import { type SignedIn, startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import { createTestPasskey } from '../../testing/passkeys.ts';

const argon2 = vi.hoisted(() => ({ verifications: 0 }));
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  return {
    ...original,
    verify: (...given: Parameters<typeof original.verify>) => {
      argon2.verifications += 1;
      return original.verify(...given);
    },
  };
});

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Attempt {
  username: string;
  password: string;
  cookie?: string;
}

function send({ cookie = '', ...body }: Attempt): Promise<Response> {
  return fetch(`${app.baseUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}

/** Signs in and returns the device cookie. */
async function signInAgain(username: string): Promise<string> {
  const response = await send({ username, password: TEST_PASSWORD });
  return response.headers.getSetCookie()[1]?.split(';')[0] ?? '';
}

test('every failed login returns the same response after the same work', async () => {
  const known = await app.newUser();
  const inactive = await app.newUser();
  const deviceOf = await signInAgain(known.username);
  const deviceOfInactive = await signInAgain(inactive.username);
  await app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [inactive.userId]);
  const attempts: Attempt[] = [
    { username: known.username, password: 'wrong-password' },
    { username: 'nobody-of-this-name', password: TEST_PASSWORD },
    { username: inactive.username, password: TEST_PASSWORD },
    { username: `${known.username}\u0000`, password: TEST_PASSWORD },
    { username: known.username, password: 'x'.repeat(1000) },
    { username: known.username, password: 'wrong-password', cookie: deviceOf },
    { username: inactive.username, password: TEST_PASSWORD, cookie: deviceOfInactive },
    { username: 'nobody-of-this-name', password: TEST_PASSWORD, cookie: deviceOf },
  ];
  for (const attempt of attempts) {
    const before = argon2.verifications;
    const response = await send(attempt);
    expect(response.status).toBe(401);
    const { message: detail } = errorTable.INVALID_CREDENTIALS;
    expect(await response.json()).toMatchObject({ code: 'INVALID_CREDENTIALS', detail });
    expect(argon2.verifications - before).toBe(1);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

async function addPasskey({ cookie }: SignedIn): Promise<void> {
  const origin = app.baseUrl.replace('127.0.0.1', 'localhost');
  const [name = '', value = ''] = cookie.split('=');
  const browser = openCookieBrowser(origin, new Map([[name, value]]));
  const { body } = await browser.call('secondFactors/beginPasskey');
  const creation = createTestPasskey(origin).create(body.json as never);
  const { status } = await browser.call('secondFactors/addPasskey', { name: 'Phone', creation });
  expect(status).toBe(200);
}

/** Returns the statements about accounts and attempts that are sent while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = app.deps;
  const { query, transaction } = db;
  const sent: string[] = [];
  const recorded =
    (send: typeof query): typeof query =>
    (text, ...rest) => {
      sent.push(text);
      return send(text, ...rest);
    };
  Object.assign(db, {
    query: recorded(query),
    transaction: ((inner, options) =>
      transaction(
        (tx) => inner({ ...tx, query: recorded(tx.query) }),
        options,
      )) as typeof transaction,
  });
  await work();
  Object.assign(db, { query, transaction });
  // Background jobs send others.
  return sent.filter((text) => /login_throttles|users|sessions|passkeys|authenticators/.test(text));
}

test('a wrong password does the same work for each kind of account', async () => {
  const [plain, withApp, withPasskey] = [
    await app.newUser(),
    await app.newUser(),
    await app.newUser(),
  ];
  const [admin, adminWithApp] = [
    await app.newUser({ role: 'admin' }),
    await app.newUser({ role: 'admin' }),
  ];
  for (const person of [withApp, adminWithApp]) {
    await addAuthenticator(person, app.deps.clock.now());
  }
  await addPasskey(withPasskey);
  const usernames = [plain, withApp, withPasskey, admin, adminWithApp].map(
    ({ username }) => username,
  );
  const work = [];
  for (const username of ['nobody-of-this-name', ...usernames]) {
    const before = argon2.verifications;
    let answer: unknown;
    const statements = await statementsOf(async () => {
      const response = await send({ username, password: 'wrong-password' });
      answer = { status: response.status, ...((await response.json()) as object) };
    });
    expect(answer).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    work.push({ statements, verifications: argon2.verifications - before });
  }
  const [expected] = work;
  expect(expected).toMatchObject({ verifications: 1 });
  expect(expected?.statements.some((text) => text.includes('password_hash'))).toBe(true);
  expect(expected?.statements.some((text) => text.includes('login_throttles'))).toBe(true);
  for (const done of work) expect(done).toEqual(expected);
});
