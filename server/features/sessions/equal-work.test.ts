import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorTable } from '#contract/shared/errors.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';

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
