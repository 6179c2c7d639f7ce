import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeActivity } from '#server/platform/commands/activity.ts';
import { addAuthenticator, totpCodeOf, totpProofOf } from '#server/testing/authenticators.ts';
import { START } from '#server/testing/clock.ts';
import { openCookieBrowser } from '#server/testing/cookie-browser.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { createTestPasskey } from '#server/testing/passkeys.ts';

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
  origin = app.baseUrl.replace('127.0.0.1', 'localhost');
});
afterAll(() => app.close());

const moveOn = (ms: number) => app.clock.advance(ms);
const expire = () => app.deps.db.query('UPDATE sessions SET confirmed_at = NULL');

/** Returns a person with an app, in a session that is not confirmed. */
async function newPerson() {
  const person = await app.newUser();
  const added = await addAuthenticator(person, app.clock.now());
  await moveOn(90_000);
  await expire();
  return { ...person, ...added };
}

/** Returns the code with which a call that requires a confirmation is refused. */
const outcomeOf = ({ api }: SignedIn) =>
  errorCodeOf(api.secondFactors.removePasskey({ id: '01890000-0000-7000-8000-000000000000' }));

const methodsIn = (id: string, action: string) =>
  app.deps.db.query(`SELECT after FROM audit_log WHERE chain_id = $1 AND action = $2`, [
    id,
    action,
  ]);

/** Opens the session of a person at the host name that passkeys need. */
function openAtHost({ cookie }: SignedIn) {
  const [name = '', value = ''] = cookie.split('=');
  return openCookieBrowser(origin, new Map([[name, value]]));
}

test('the code of an app and a recovery code confirm the session', async () => {
  const { secret, recoveryCodes, ...person } = await newPerson();
  expect(await outcomeOf(person)).toBe('STEP_UP_REQUIRED');
  await person.api.sessions.confirm(totpProofOf(secret, app.clock.now()));
  expect(await outcomeOf(person)).toBe('PASSKEY_NOT_FOUND');
  await expire();
  const [code = ''] = recoveryCodes;
  await person.api.sessions.confirm({ kind: 'recoveryCode', code });
  expect(await outcomeOf(person)).toBe('PASSKEY_NOT_FOUND');
  expect(await methodsIn(person.userId, 'session.confirm')).toEqual([
    { after: { method: 'totp' } },
    { after: { method: 'recoveryCode' } },
  ]);
  expect((await person.api.secondFactors.get()).recoveryCodes?.remaining).toBe(9);
});

test('the password of an account with a second factor confirms nothing, right or wrong', async () => {
  const person = await newPerson();
  for (const password of [TEST_PASSWORD, 'guess']) {
    const refusal = await person.api.sessions
      .confirm({ kind: 'password', password })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'STEP_UP_REQUIRED',
      data: { methods: 'totp recoveryCode' },
    });
  }
  expect(await outcomeOf(person)).toBe('STEP_UP_REQUIRED');
});

test('a password that is verified while a second factor is added confirms nothing', async () => {
  const person = await app.newUser();
  const { db } = app.deps;
  await expire();
  const open = db.transaction;
  // The first two transactions count the attempt.
  let transactions = 0;
  db.transaction = async (work: Parameters<typeof open>[0], ...options) => {
    transactions += 1;
    if (transactions === 3) {
      await db.query('UPDATE users SET second_factor_since = now() WHERE id = $1', [person.userId]);
    }
    return (await open(work, ...options)) as never;
  };
  const confirm = person.api.sessions.confirm({ kind: 'password', password: TEST_PASSWORD });
  expect(await errorCodeOf(confirm)).toBe('CURRENT_PASSWORD_INCORRECT');
  db.transaction = open;
  expect(await outcomeOf(person)).toBe('STEP_UP_REQUIRED');
});

test('a used code, also one that finished a login, is refused and recorded', async () => {
  const { secret, ...person } = await newPerson();
  const proof = totpProofOf(secret, app.clock.now());
  const browser = openCookieBrowser(origin);
  await browser.login(person.username);
  expect((await browser.finish(proof)).status).toBe(200);
  expect(await errorCodeOf(person.api.sessions.confirm(proof))).toBe('SECOND_FACTOR_INCORRECT');
  expect(await outcomeOf(person)).toBe('STEP_UP_REQUIRED');
  await writeActivity(app.deps);
  expect(await methodsIn(person.userId, 'session.confirmFail')).toEqual([
    { after: { attempts: 1, method: 'totp' } },
  ]);
});

test('of concurrent confirmations with one code, one succeeds', async () => {
  const { secret, ...person } = await newPerson();
  const proof = totpProofOf(secret, app.clock.now());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => person.api.sessions.confirm(proof)),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array(3).fill('SECOND_FACTOR_INCORRECT'));
  expect(await outcomeOf(person)).toBe('PASSKEY_NOT_FOUND');
});

test('sign-in and confirmation share five attempts, then there is a pause', async () => {
  const { secret, recoveryCodes, ...person } = await newPerson();
  const wrong = { kind: 'totp', code: totpCodeOf(secret, app.clock.now(), 9) } as const;
  const browser = openCookieBrowser(origin);
  await browser.login(person.username);
  for (let n = 0; n < 3; n += 1) {
    expect((await browser.finish(wrong)).code).toBe('SECOND_FACTOR_INCORRECT');
  }
  const { confirm } = person.api.sessions;
  for (let n = 0; n < 2; n += 1) {
    expect(await errorCodeOf(confirm(wrong))).toBe('SECOND_FACTOR_INCORRECT');
  }
  const right = { kind: 'recoveryCode', code: recoveryCodes[0] ?? '' } as const;
  expect(await errorCodeOf(confirm(right))).toBe('TOO_MANY_ATTEMPTS');
  expect((await browser.finish(right)).code).toBe('TOO_MANY_ATTEMPTS');
  const { rows } = await person.api.notifications.list({});
  expect(rows.filter(({ data }) => data.change === 'secondFactorPaused')).toHaveLength(1);
  await moveOn(15 * 60_000);
  await confirm(right);
  expect(await outcomeOf(person)).toBe('PASSKEY_NOT_FOUND');
});

test('a passkey confirms the session for which it signed the challenge, once', async () => {
  const person = await app.newUser();
  const [passkey, browser] = [createTestPasskey(origin), openAtHost(person)];
  const options = await browser.call('secondFactors/beginPasskey');
  const creation = passkey.create(options.body.json as never);
  await browser.call('secondFactors/addPasskey', { name: 'Phone', creation });
  const login = openCookieBrowser(origin);
  const begun = await login.call('sessions/beginPasskeyLogin');
  await login.call('sessions/loginWithPasskey', passkey.answer(begun.body.json as never));
  await expire();

  const challenge = await browser.call('sessions/confirmWithPasskey');
  const proof = { kind: 'passkey', answer: passkey.answer(challenge.body.json as never) };
  expect((await login.call('sessions/confirm', proof)).code).toBe('SECOND_FACTOR_INCORRECT');
  expect((await browser.call('sessions/confirm', proof)).status).toBe(200);
  expect(await outcomeOf(person)).toBe('PASSKEY_NOT_FOUND');
  expect((await browser.call('sessions/confirm', proof)).code).toBe('SECOND_FACTOR_INCORRECT');
  const other = await browser.call('sessions/beginPasskeyLogin');
  const forLogin = { kind: 'passkey', answer: passkey.answer(other.body.json as never) };
  expect((await browser.call('sessions/confirm', forLogin)).code).toBe('SECOND_FACTOR_INCORRECT');
});

test('with a factor, a password that an administrator set is changed after a confirmation', async () => {
  const { secret, ...person } = await newPerson();
  await app.deps.db.query('UPDATE users SET must_change_password = true WHERE id = $1', [
    person.userId,
  ]);
  const change = () =>
    person.api.users.changeOwnPassword({
      currentPassword: TEST_PASSWORD,
      newPassword: 'harbour-lamp-42',
    });
  expect(await errorCodeOf(change())).toBe('STEP_UP_REQUIRED');
  await person.api.sessions.confirm(totpProofOf(secret, app.clock.now()));
  await change();
});
