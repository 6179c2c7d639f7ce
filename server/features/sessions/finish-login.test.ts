import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UserId, userId } from '#contract/shared/base.ts';
import { writeActivity } from '#server/platform/commands/activity.ts';
import { addAuthenticator, totpProofOf } from '#server/testing/authenticators.ts';
import { START } from '#server/testing/clock.ts';
import { openCookieBrowser } from '#server/testing/cookie-browser.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { createTestPasskey, type Faults, type TestPasskey } from '#server/testing/passkeys.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
  origin = app.baseUrl.replace('127.0.0.1', 'localhost');
});
afterAll(() => app.close());

const moveOn = (ms: number) => app.clock.advance(ms);

const openBrowser = (cookies?: Map<string, string>) => openCookieBrowser(origin, cookies);

interface Person extends SignedIn {
  username: string;
  secret: string;
  recoveryCodes: string[];
}

async function newPerson(): Promise<Person> {
  const person = await app.newUser();
  const added = await addAuthenticator(person, app.clock.now());
  await moveOn(90_000);
  return { ...person, ...added };
}

const totp = ({ secret }: Person, steps = 0) => totpProofOf(secret, app.clock.now(), steps);

const ownerOf = (person: SignedIn): UserId => userId.parse(person.userId);

/** Adds a passkey in a session at `localhost`. */
async function addPasskey(person: SignedIn & { username: string }): Promise<TestPasskey> {
  const passkey = createTestPasskey(origin);
  const [name = '', value = ''] = person.cookie.split('=');
  const browser = openBrowser(new Map([[name, value]]));
  const { body } = await browser.call('secondFactors/beginPasskey');
  const creation = passkey.create(body.json as never);
  const added = await browser.call('secondFactors/addPasskey', { name: 'Phone', creation });
  expect(added.status).toBe(200);
  return passkey;
}

async function loginByPasskey(passkey: TestPasskey, faults?: Faults, browser = openBrowser()) {
  const { body } = await browser.call('sessions/beginPasskeyLogin');
  return browser.call('sessions/loginWithPasskey', passkey.answer(body.json as never, faults));
}

test('a right password of an account with a second factor starts no session', async () => {
  const person = await newPerson();
  const browser = openBrowser();
  const answer = await browser.login(person.username);
  expect(answer).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
  expect(answer.methods?.split(' ').sort()).toEqual(['recoveryCode', 'totp']);
  expect([...browser.cookies.keys()], 'no session and no known device').toEqual([
    'wallet_second_step',
  ]);
  expect((await browser.call('sessions/current')).code).toBe('MISSING_SESSION');
});

test('a wrong password does not tell whether the account has a second factor', async () => {
  const [person, other] = [await newPerson(), await app.newUser()];
  const answers = await Promise.all(
    [person, other].map(({ username }) => openBrowser().login(username, 'wrong-password')),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.code).toBe('INVALID_CREDENTIALS');
});

test('a code finishes the login once, and the audit log says how', async () => {
  const person = await newPerson();
  const browser = openBrowser();
  await browser.login(person.username);
  const challenge = browser.cookies.get('wallet_second_step') ?? '';
  expect((await browser.finish(totp(person))).status).toBe(200);
  expect((await browser.call('sessions/current')).status).toBe(200);
  expect(browser.cookies.has('wallet_second_step')).toBe(false);
  const replay = openBrowser(new Map([['wallet_second_step', challenge]]));
  expect((await replay.finish(totp(person, 1))).code).toBe('SECOND_STEP_EXPIRED');
  const [record] = await app.deps.db.query(
    `SELECT after FROM audit_log WHERE chain_id = $1 AND action = 'session.start' ORDER BY seq DESC LIMIT 1`,
    [person.userId],
  );
  expect(record).toEqual({ after: { secondFactor: 'totp' } });
});

test('two logins that use one code concurrently start one session', async () => {
  const person = await newPerson();
  const browsers = Array.from({ length: 4 }, () => openBrowser());
  for (const browser of browsers) await browser.login(person.username);
  const proof = totp(person);
  const answers = await Promise.all(browsers.map((browser) => browser.finish(proof)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a recovery code finishes the login, and its owner is notified with the number of the others', async () => {
  const person = await newPerson();
  const browser = openBrowser();
  await browser.login(person.username);
  const proof = { kind: 'recoveryCode', code: person.recoveryCodes[0] ?? '' } as const;
  expect((await browser.finish(proof)).status).toBe(200);
  const again = openBrowser();
  await again.login(person.username);
  expect((await again.finish(proof)).code).toBe('SECOND_FACTOR_INCORRECT');
  const { rows } = await person.api.notifications.list({});
  const notice = rows.find(({ data }) => data.change === 'recoveryCodeUsed');
  expect(notice?.message).toContain('Codes left: 9.');
});

test('the second step expires after five minutes, and after a change of the password', async () => {
  const person = await newPerson();
  const slow = openBrowser();
  await slow.login(person.username);
  await moveOn(5 * 60_000 + 1);
  expect((await slow.finish(totp(person))).code).toBe('SECOND_STEP_EXPIRED');
  const early = openBrowser();
  await early.login(person.username);
  const change = { currentPassword: TEST_PASSWORD, newPassword: 'another-horse' };
  await person.api.users.changeOwnPassword(change);
  expect((await early.finish(totp(person))).code).toBe('SECOND_STEP_EXPIRED');
});

test('a forged, changed or missing challenge is refused', async () => {
  const person = await newPerson();
  const browser = openBrowser();
  await browser.login(person.username);
  const challenge = browser.cookies.get('wallet_second_step') ?? '';
  const [payload = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
  const forged = Buffer.from(`${payload}.${Buffer.alloc(32).toString('base64url')}`);
  for (const value of ['', 'x', `${challenge.slice(0, -2)}AA`, forged.toString('base64url')]) {
    const other = openBrowser(new Map([['wallet_second_step', value]]));
    expect((await other.finish(totp(person))).code).toBe('SECOND_STEP_EXPIRED');
  }
});

test('an account that is deactivated meanwhile cannot finish its login', async () => {
  const person = await newPerson();
  const browser = openBrowser();
  await browser.login(person.username);
  await app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [person.userId]);
  expect((await browser.finish(totp(person))).code).toBe('INVALID_CREDENTIALS');
});

test('a second factor that is added meanwhile refuses a login with the password alone', async () => {
  const person = await app.newUser();
  const { db } = app.deps;
  const open = db.transaction;
  let isFirst = true;
  db.transaction = async (work, options) => {
    // The second transaction of a login opens the session; the first one counts the attempt.
    if (!isFirst) {
      await db.query('UPDATE users SET second_factor_since = now() WHERE id = $1', [person.userId]);
    }
    isFirst = false;
    return open(work, options);
  };
  const answer = await openBrowser().login(person.username);
  db.transaction = open;
  expect(answer.code).toBe('INVALID_CREDENTIALS');
});

test('five wrong codes pause other devices, but not a known device and not a passkey', async () => {
  const person = await newPerson();
  const passkey = await addPasskey(person);
  const known = openBrowser();
  await known.login(person.username);
  expect((await known.finish(totp(person))).status).toBe(200);
  await moveOn(90_000);
  const guesser = openBrowser();
  await guesser.login(person.username);
  const wrong = { kind: 'totp', code: '000000' } as const;
  const outcomes = await Promise.all(Array.from({ length: 7 }, () => guesser.finish(wrong)));
  expect(outcomes.map(({ code }) => code).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'SECOND_FACTOR_INCORRECT'),
    ...['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'],
  ]);
  const another = openBrowser();
  await another.login(person.username);
  expect((await another.finish(totp(person))).code, 'a right code').toBe('TOO_MANY_ATTEMPTS');
  expect((await loginByPasskey(passkey)).status).toBe(200);
  await known.login(person.username);
  expect((await known.finish(totp(person))).status).toBe(200);
});

test('devices that were known before the account had a factor share the attempts of unknown ones', async () => {
  const person = await app.newUser();
  const devices = [openBrowser(), openBrowser()] as const;
  for (const device of devices) {
    expect((await device.login(person.username)).status).toBe(200);
    expect(device.cookies.has('wallet_device')).toBe(true);
  }
  await addAuthenticator(person, app.clock.now());
  await moveOn(90_000);
  const codes = [];
  for (const device of [...devices, ...devices, ...devices]) {
    await device.login(person.username);
    codes.push((await device.finish({ kind: 'totp', code: '000000' })).code);
  }
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'SECOND_FACTOR_INCORRECT'),
    'TOO_MANY_ATTEMPTS',
  ]);
});

test('a session that is confirmed with a factor makes its device known, with separate attempts', async () => {
  const person = await app.newUser();
  const owner = openBrowser();
  await owner.login(person.username);
  const { secret } = await addAuthenticator(person, app.clock.now());
  await moveOn(90_000);
  const before = owner.cookies.get('wallet_device');
  expect(
    (await owner.call('sessions/confirm', totpProofOf(secret, app.clock.now(), 0))).status,
  ).toBe(200);
  expect(owner.cookies.get('wallet_device')).not.toBe(before);
  const guesser = openBrowser();
  await guesser.login(person.username);
  for (let n = 0; n < 5; n += 1) await guesser.finish({ kind: 'totp', code: '000000' });
  expect((await guesser.finish({ kind: 'totp', code: '000000' })).code).toBe('TOO_MANY_ATTEMPTS');
  await moveOn(90_000);
  await owner.login(person.username);
  expect((await owner.finish(totpProofOf(secret, app.clock.now(), 0))).status).toBe(200);
});

test('the owner is notified once of a pause, and again after all attempts were regained', async () => {
  const person = await newPerson();
  const guesser = openBrowser();
  const guess = async () => {
    await guesser.login(person.username);
    return (await guesser.finish({ kind: 'totp', code: '000000' })).code;
  };
  const countNotices = async () => {
    const { rows } = await person.api.notifications.list({});
    return rows.filter(({ data }) => data.change === 'secondFactorPaused').length;
  };
  for (let failures = 0; failures < 4; failures += 1) await guess();
  expect(await countNotices()).toBe(0);
  expect(await guess()).toBe('SECOND_FACTOR_INCORRECT');
  expect(await guess()).toBe('TOO_MANY_ATTEMPTS');
  expect(await countNotices()).toBe(1);
  await moveOn(15 * 60_000);
  expect(await guess()).toBe('SECOND_FACTOR_INCORRECT');
  expect(await guess()).toBe('TOO_MANY_ATTEMPTS');
  expect(await countNotices()).toBe(1);
  await moveOn(75 * 60_000);
  for (let failures = 0; failures < 5; failures += 1) await guess();
  expect(await countNotices()).toBe(2);
});

test('wrong second factors are recorded as failed logins', async () => {
  const person = await newPerson();
  const browser = openBrowser();
  await browser.login(person.username);
  await browser.finish({ kind: 'totp', code: '000000' });
  await moveOn(60_000);
  await writeActivity(app.deps);
  const records = await app.deps.db.query(
    `SELECT after FROM audit_log WHERE chain_id = $1 AND action = 'session.fail'`,
    [person.userId],
  );
  expect(records).toEqual([{ after: { attempts: 1, typed: person.username } }]);
});

test('a passkey signs in alone and as second factor, and its use is shown', async () => {
  const person = await newPerson();
  const passkey = await addPasskey(person);
  expect((await loginByPasskey(passkey)).body.json).toMatchObject({
    user: { username: person.username },
  });
  const browser = openBrowser();
  const { methods } = await browser.login(person.username);
  expect(methods).toContain('passkey');
  const { body } = await browser.call('sessions/secondStepPasskey');
  const answer = passkey.answer(body.json as never);
  expect((await browser.finish({ kind: 'passkey', answer })).status).toBe(200);
  const { passkeys } = await person.api.secondFactors.get();
  expect(passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(Date) }]);
});

test.each<[string, Faults]>([
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another host name', { rpId: 'evil.example' }],
  ['without a verified user', { isUnverified: true }],
  ['with a counter that did not increase', { signCount: 1 }],
  ['that names another owner', { userId: '01890000-0000-7000-8000-000000000000' }],
])('an answer of a passkey %s is refused', async (_, faults) => {
  const passkey = await addPasskey(await app.newUser());
  expect((await loginByPasskey(passkey)).status).toBe(200);
  expect((await loginByPasskey(passkey, faults)).code).toBe('PASSKEY_REFUSED');
});

test('an answer of a passkey is accepted once, and not for another purpose', async () => {
  const person = await newPerson();
  const passkey = await addPasskey(person);
  const browser = openBrowser();
  const { body } = await browser.call('sessions/beginPasskeyLogin');
  const answer = passkey.answer(body.json as never);
  expect((await browser.call('sessions/loginWithPasskey', answer)).status).toBe(200);
  expect((await browser.call('sessions/loginWithPasskey', answer)).code).toBe('PASSKEY_REFUSED');
  const other = openBrowser();
  await other.login(person.username);
  const fresh = await other.call('sessions/beginPasskeyLogin');
  const proof = { kind: 'passkey', answer: passkey.answer(fresh.body.json as never) } as const;
  expect((await other.finish(proof)).code).toBe('SECOND_FACTOR_INCORRECT');
});

/** Removes a passkey in a session that it confirmed. */
async function removeOne(person: SignedIn, passkey: TestPasskey, id: string): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=');
  const browser = openBrowser(new Map([[name, value]]));
  await app.deps.db.query('UPDATE sessions SET confirmed_at = NULL');
  expect((await browser.call('secondFactors/removePasskey', { id })).methods).toContain('passkey');
  const { body } = await browser.call('sessions/confirmWithPasskey');
  const proof = { kind: 'passkey', answer: passkey.answer(body.json as never) };
  expect((await browser.call('sessions/confirm', proof)).status).toBe(200);
  expect((await browser.call('secondFactors/removePasskey', { id })).status).toBe(200);
}

test('a removed passkey and one of an inactive account sign in no longer', async () => {
  const [person, inactive] = [await app.newUser(), await app.newUser()];
  const [removed, kept] = [await addPasskey(person), await addPasskey(inactive)];
  const [passkey] = (await person.api.secondFactors.get()).passkeys;
  await removeOne(person, removed, passkey?.id ?? '');
  await app.deps.db.query(`UPDATE users SET status = 'inactive' WHERE id = $1`, [inactive.userId]);
  expect((await loginByPasskey(removed)).code).toBe('PASSKEY_REFUSED');
  expect((await loginByPasskey(kept)).code).toBe('PASSKEY_REFUSED');
  expect((await person.api.secondFactors.get()).recoveryCodes).toBeNull();
});

test('one person cannot rename or remove a passkey of another', async () => {
  const [person, other] = [await app.newUser(), await app.newUser()];
  await addPasskey(person);
  const [passkey] = (await person.api.secondFactors.get()).passkeys;
  const id = passkey?.id ?? '';
  const { renamePasskey, removePasskey } = other.api.secondFactors;
  expect(await errorCodeOf(renamePasskey({ id, name: 'Mine' }))).toBe('PASSKEY_NOT_FOUND');
  expect(await errorCodeOf(removePasskey({ id }))).toBe('PASSKEY_NOT_FOUND');
  await person.api.secondFactors.renamePasskey({ id, name: 'Key ring' });
  expect((await person.api.secondFactors.get()).passkeys[0]?.name).toBe('Key ring');
});

test('at an IP address passkeys are not available', async () => {
  const person = await app.newUser();
  const { beginPasskey } = person.api.secondFactors;
  expect(await errorCodeOf(beginPasskey())).toBe('PASSKEYS_UNAVAILABLE');
  expect(await errorCodeOf(app.client().sessions.beginPasskeyLogin())).toBe('PASSKEYS_UNAVAILABLE');
});

test('the deletion of an account erases its passkeys', async () => {
  const person = await app.newUser();
  const passkey = await addPasskey(person);
  const admin = await app.admin();
  await admin.api.users.remove({ userId: ownerOf(person) });
  expect((await loginByPasskey(passkey)).code).toBe('PASSKEY_REFUSED');
  expect(
    await app.deps.db.query('SELECT FROM passkeys WHERE user_id = $1', [person.userId]),
  ).toEqual([]);
});
