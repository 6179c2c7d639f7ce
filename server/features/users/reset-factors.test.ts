import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UserId, userId } from '#contract/shared/base.ts';
import { setRules } from '#server/testing/approvals.ts';
import { addAuthenticator } from '#server/testing/authenticators.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { resetSecondFactors } from './reset-factors.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());

const idOf = (person: SignedIn): UserId => userId.parse(person.userId);

async function newPerson(role: 'user' | 'admin' = 'user') {
  const person = await app.newUser({ role });
  await addAuthenticator(person, app.deps.clock.now());
  return person;
}

const recordsOf = (person: SignedIn) =>
  app.deps.db.query(
    `SELECT actor_id AS "actorId", ip FROM audit_log WHERE chain_id = $1 AND action = 'second-factor.reset'`,
    [person.userId],
  );

test('a reset removes the factors, ends the sessions and is notified', async () => {
  const person = await newPerson();
  await admin.api.users.resetSecondFactors({ userId: idOf(person) });
  expect(await errorCodeOf(person.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  const again = await app.signIn(person.username, 'correct-horse');
  const { authenticator, recoveryCodes } = await again.api.secondFactors.get();
  expect([authenticator, recoveryCodes]).toEqual([null, null]);
  const { rows } = await again.api.notifications.list({});
  expect(rows.map(({ data }) => data.change)).toContain('secondFactorsReset');
  expect(await recordsOf(person)).toMatchObject([{ actorId: admin.userId }]);
});

test('the command line resets factors, too', async () => {
  const person = await newPerson();
  await resetSecondFactors(app.deps, 'command line', { userId: idOf(person) });
  await app.signIn(person.username, 'correct-horse');
  expect(await recordsOf(person)).toEqual([{ actorId: null, ip: 'command line' }]);
});

test('administrators cannot reset their own factors', async () => {
  const own = admin.api.users.resetSecondFactors({ userId: idOf(admin) });
  expect(await errorCodeOf(own)).toBe('OWN_ACCOUNT_PROTECTED');
});

test('a reset of an account without factors, or of an unknown one, is refused', async () => {
  const person = await app.newUser();
  const { resetSecondFactors: reset } = admin.api.users;
  expect(await errorCodeOf(reset({ userId: idOf(person) }))).toBe('SECOND_FACTOR_MISSING');
  const unknown = userId.parse('01890000-0000-7000-8000-000000000000');
  expect(await errorCodeOf(reset({ userId: unknown }))).toBe('USER_NOT_FOUND');
});

test('a reset of an administrator’s factors needs a second approval', async () => {
  await setRules(app.deps.db, { administrator: {} });
  await app.newUser({ role: 'admin' });
  const person = await newPerson('admin');
  const reset = admin.api.users.resetSecondFactors({ userId: idOf(person) });
  expect(await errorCodeOf(reset)).toBe('SECOND_APPROVAL_REQUIRED');
  expect((await person.api.secondFactors.get()).authenticator).not.toBeNull();
});
