import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { type BreachService, startBreachService } from '#server/testing/breach-service.ts';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '#server/testing/harness.ts';
import { testConfig } from '#server/testing/stand-ins.ts';

const BREACHED = 'violet-harbour-7';

let app: TestApp;
let service: BreachService;

beforeAll(async () => {
  service = await startBreachService();
  const config = {
    ...testConfig(path.resolve(import.meta.dirname, '../../..')),
    breachedPasswordsUrl: service.url,
  };
  app = await startTestApp({ config });
});
beforeEach(() => {
  service.mood = 'well';
  service.passwords.clear();
  // A password that was breached after it was chosen stays valid.
  for (const password of [BREACHED, TEST_PASSWORD]) service.passwords.set(password, 3);
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const refusal = { code: 'WEAK_PASSWORD', data: { reason: 'breached' } };

test('a user cannot choose a breached password, and stays signed in with the current one', async () => {
  const user = await app.newUser();
  const change = { currentPassword: TEST_PASSWORD, newPassword: BREACHED };
  await expect(user.api.users.changeOwnPassword(change)).rejects.toMatchObject(refusal);
  await app.signIn(user.username, TEST_PASSWORD);
  service.passwords.delete(BREACHED);
  await user.api.users.changeOwnPassword(change);
  await app.signIn(user.username, BREACHED);
});

test('an administrator can neither create a user with a breached password nor set one', async () => {
  const { api } = await app.admin();
  const user = await app.newUser();
  const setting = { userId: userIdSchema.parse(user.userId), newPassword: BREACHED };
  await expect(api.users.setPassword(setting)).rejects.toMatchObject(refusal);
  const created = { username: 'asha of breaches', password: BREACHED, role: 'user' as const };
  await expect(api.users.create(created)).rejects.toMatchObject(refusal);
  service.mood = 'failing';
  expect((await api.users.create(created)).username).toBe(created.username);
  await api.users.setPassword(setting);
  await app.signIn(user.username, BREACHED);
});

test('nothing is looked up for a login, for callers without rights, and for refused passwords', async () => {
  const user = await app.newUser();
  service.asked.length = 0;
  await app.signIn(user.username, TEST_PASSWORD);
  const calls = [
    app.client().users.changeOwnPassword({ currentPassword: TEST_PASSWORD, newPassword: BREACHED }),
    user.api.users.changeOwnPassword({ currentPassword: 'wrong', newPassword: BREACHED }),
    user.api.users.changeOwnPassword({ currentPassword: TEST_PASSWORD, newPassword: 'sunshine' }),
    user.api.users.create({ username: 'not by users', password: BREACHED, role: 'user' }),
    app.client().recovery.reset({ token: 'unknown', newPassword: BREACHED }),
  ];
  expect(await Promise.all(calls.map(errorCodeOf))).toEqual([
    'MISSING_SESSION',
    'CURRENT_PASSWORD_INCORRECT',
    'WEAK_PASSWORD',
    'ADMIN_REQUIRED',
    'RESET_LINK_INVALID',
  ]);
  expect(service.asked).toEqual([]);
});
