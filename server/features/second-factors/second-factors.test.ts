import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UserId, userId } from '#contract/shared/base.ts';
import { newId } from '#server/base/ids.ts';
import { parseSecretKeys } from '#server/base/keys.ts';
import { rotateKeys } from '#server/features/bank-accounts/encrypt-numbers.ts';
import { addAuthenticator, totpCodeOf } from '#server/testing/authenticators.ts';
import { START } from '#server/testing/clock.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { TEST_SECRET_KEY } from '#server/testing/secrets.ts';
import { spendTotpCode } from './authenticators.ts';
import { spendRecoveryCode } from './recovery-codes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.clock.stopAt(START);
});
afterAll(() => app.close());

const STEP_MS = 30_000;
const moveOn = (ms: number) => app.clock.advance(ms);

const codeOf = (secret: string, steps = 0) => totpCodeOf(secret, app.clock.now(), steps);

/** Enrols and waits until the code of the enrolment is no longer current. */
async function enrol(person: SignedIn): Promise<{ secret: string; recoveryCodes: string[] }> {
  const added = await addAuthenticator(person, app.clock.now());
  await moveOn(3 * STEP_MS);
  return added;
}

const confirmIdentity = ({ api }: SignedIn) =>
  api.sessions.confirm({ kind: 'password', password: TEST_PASSWORD });
const ownerOf = (person: SignedIn): UserId => userId.parse(person.userId);
const enter = (person: SignedIn, code: string) =>
  app.deps.db.transaction((tx) => spendTotpCode(tx, ownerOf(person), code));
const recover = (person: SignedIn, code: string) =>
  app.deps.db.transaction((tx) => spendRecoveryCode(tx, ownerOf(person), code));

test('an authenticator app is active after its first code, and ten recovery codes are shown', async () => {
  const person = await app.newUser();
  const { secret, uri } = await person.api.secondFactors.beginAuthenticator();
  expect(decodeURIComponent(uri)).toContain(`the product wallet:${person.username}`);
  expect(uri).toContain(`secret=${secret}`);
  expect((await person.api.secondFactors.get()).authenticator).toBeNull();
  const { recoveryCodes } = await person.api.secondFactors.confirmAuthenticator({
    code: codeOf(secret),
  });
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
  expect(await person.api.secondFactors.get()).toEqual({
    canAddAuthenticator: true,
    authenticator: { createdAt: expect.any(Date), lastUsedAt: null },
    passkeys: [],
    recoveryCodes: { remaining: 10, createdAt: expect.any(Date) },
  });
});

test('a wrong first code activates nothing', async () => {
  const person = await app.newUser();
  const { secret } = await person.api.secondFactors.beginAuthenticator();
  const { confirmAuthenticator } = person.api.secondFactors;
  for (const code of [codeOf(secret, 5), '', 'abcdef']) {
    expect(await errorCodeOf(confirmAuthenticator({ code }))).toBe('AUTHENTICATOR_CODE_INCORRECT');
  }
  expect((await person.api.secondFactors.get()).authenticator).toBeNull();
});

test('a setup expires after an hour', async () => {
  const person = await app.newUser();
  const { secret } = await person.api.secondFactors.beginAuthenticator();
  await moveOn(61 * 60_000);
  await confirmIdentity(person);
  const late = person.api.secondFactors.confirmAuthenticator({ code: codeOf(secret) });
  expect(await errorCodeOf(late)).toBe('AUTHENTICATOR_NOT_FOUND');
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('a code %i steps from the current one is accepted: %s', async (steps, isAccepted) => {
  const person = await app.newUser();
  const { secret } = await enrol(person);
  expect(await enter(person, codeOf(secret, steps))).toBe(isAccepted);
});

test('a code and those before it are refused after it was used', async () => {
  const person = await app.newUser();
  const { secret } = await enrol(person);
  const [earlier, current] = [codeOf(secret, -1), codeOf(secret)];
  expect(await enter(person, current)).toBe(true);
  expect(await enter(person, current)).toBe(false);
  expect(await enter(person, earlier)).toBe(false);
  expect(await enter(person, codeOf(secret, 1))).toBe(true);
});

test('the first code of a setup cannot be used again', async () => {
  const person = await app.newUser();
  const { secret } = await person.api.secondFactors.beginAuthenticator();
  const code = codeOf(secret);
  await person.api.secondFactors.confirmAuthenticator({ code });
  expect(await enter(person, code)).toBe(false);
});

test('a code that is used concurrently is accepted once', async () => {
  const person = await app.newUser();
  const { secret } = await enrol(person);
  const code = codeOf(secret);
  const results = await Promise.all(Array.from({ length: 20 }, () => enter(person, code)));
  expect(results.filter(Boolean)).toHaveLength(1);
});

test('each recovery code is accepted once, also concurrently, with confused letters', async () => {
  const person = await app.newUser();
  const { recoveryCodes } = await enrol(person);
  const [first = '', second = ''] = recoveryCodes;
  const results = await Promise.all(Array.from({ length: 20 }, () => recover(person, first)));
  expect(results.filter((remaining) => remaining !== undefined)).toEqual([9]);
  const confused = second.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  expect(await recover(person, ` ${confused.replaceAll('-', ' ')} `)).toBe(8);
  expect(await recover(person, '0000-0000-0000-0000')).toBeUndefined();
  expect((await person.api.secondFactors.get()).recoveryCodes?.remaining).toBe(8);
});

test('recovery codes of 16 letters, as they were made before, are accepted', async () => {
  const person = await app.newUser();
  await enrol(person);
  const code = 'ABCDEFGHJKMNPQRS';
  await app.deps.db.query(
    'UPDATE recovery_codes SET code_hash = $2 WHERE user_id = $1 AND ctid = (SELECT min(ctid) FROM recovery_codes WHERE user_id = $1)',
    [person.userId, createHash('sha256').update(`${person.userId} ${code}`).digest()],
  );
  expect(await recover(person, 'ABCD-EFGH-JKMN-PQR')).toBeUndefined();
  expect(await recover(person, 'ABCD-EFGH-JKMN-PQRS')).toBe(9);
});

test('a recovery code of one person is not accepted for another', async () => {
  const [person, other] = [await app.newUser(), await app.newUser()];
  const [code = ''] = (await enrol(person)).recoveryCodes;
  await enrol(other);
  expect(await recover(other, code)).toBeUndefined();
});

test('replaced recovery codes are refused', async () => {
  const person = await app.newUser();
  const { recoveryCodes } = await enrol(person);
  const made = await person.api.secondFactors.replaceRecoveryCodes();
  expect(made.recoveryCodes).toHaveLength(10);
  expect(await recover(person, recoveryCodes[0] ?? '')).toBeUndefined();
  expect(await recover(person, made.recoveryCodes[0] ?? '')).toBe(9);
});

test('another app replaces the first one when it is confirmed, and the recovery codes stay', async () => {
  const person = await app.newUser();
  const first = await enrol(person);
  const { secret } = await person.api.secondFactors.beginAuthenticator();
  expect(await enter(person, codeOf(first.secret)), 'before it is confirmed').toBe(true);
  const code = codeOf(secret);
  const { recoveryCodes } = await person.api.secondFactors.confirmAuthenticator({ code });
  expect(recoveryCodes).toEqual([]);
  await moveOn(3 * STEP_MS);
  expect(await enter(person, codeOf(first.secret))).toBe(false);
  expect(await enter(person, codeOf(secret))).toBe(true);
  expect(await recover(person, first.recoveryCodes[0] ?? '')).toBe(9);
});

test('removing the last factor deletes the recovery codes', async () => {
  const person = await app.newUser();
  const { secret, recoveryCodes } = await enrol(person);
  const { removeAuthenticator, replaceRecoveryCodes } = person.api.secondFactors;
  await removeAuthenticator();
  expect(await enter(person, codeOf(secret))).toBe(false);
  expect(await recover(person, recoveryCodes[0] ?? '')).toBeUndefined();
  expect(await errorCodeOf(removeAuthenticator())).toBe('AUTHENTICATOR_NOT_FOUND');
  expect(await errorCodeOf(replaceRecoveryCodes())).toBe('SECOND_FACTOR_MISSING');
});

test('an open session cannot add, replace or remove factors without presenting one', async () => {
  const person = await app.newUser();
  const { secret } = await enrol(person);
  await app.deps.db.query('UPDATE sessions SET confirmed_at = NULL');
  const { secondFactors, sessions } = person.api;
  const id = newId();
  const calls = [
    secondFactors.beginAuthenticator,
    () => secondFactors.confirmAuthenticator({ code: codeOf(secret) }),
    secondFactors.removeAuthenticator,
    secondFactors.beginPasskey,
    () => secondFactors.removePasskey({ id }),
    secondFactors.replaceRecoveryCodes,
  ];
  for (const call of calls) expect(await errorCodeOf(call())).toBe('STEP_UP_REQUIRED');
  const proof = { kind: 'password', password: TEST_PASSWORD } as const;
  expect(await errorCodeOf(sessions.confirm(proof))).toBe('STEP_UP_REQUIRED');
  await sessions.confirm({ kind: 'totp', code: codeOf(secret) });
  await secondFactors.removeAuthenticator();
  expect((await secondFactors.get()).authenticator).toBeNull();
});

test('the first factor withdraws the confirmations of the other sessions', async () => {
  const person = await app.newUser();
  const other = await app.signIn(person.username, TEST_PASSWORD);
  await enrol(person);
  const removal = (one: SignedIn) =>
    errorCodeOf(one.api.secondFactors.removePasskey({ id: newId() }));
  expect(await removal(person)).toBe('PASSKEY_NOT_FOUND');
  expect(await removal(other)).toBe('STEP_UP_REQUIRED');
});

test('the owner is notified of each change, and the audit log has it', async () => {
  const person = await app.newUser();
  await enrol(person);
  await person.api.secondFactors.replaceRecoveryCodes();
  await person.api.secondFactors.removeAuthenticator();
  const { rows } = await person.api.notifications.list({});
  expect(rows.map(({ data }) => data.change)).toEqual([
    'secondFactorRemoved',
    'recoveryCodesReplaced',
    'secondFactorAdded',
  ]);
  const records = await app.deps.db.query(
    `SELECT action, after FROM audit_log WHERE chain_id = $1 AND action NOT LIKE 'session%' ORDER BY seq`,
    [person.userId],
  );
  expect(records).toEqual([
    { action: 'user.create', after: expect.anything() },
    { action: 'second-factor.insert', after: { factor: 'authenticator' } },
    { action: 'recovery-codes.replace', after: { remaining: 10 } },
    { action: 'second-factor.delete', after: null },
  ]);
});

test('five wrong codes are followed by a pause, which ends after a quarter of an hour', async () => {
  const person = await app.newUser();
  const { secret } = await person.api.secondFactors.beginAuthenticator();
  const { confirmAuthenticator } = person.api.secondFactors;
  const wrong = () => errorCodeOf(confirmAuthenticator({ code: codeOf(secret, 9) }));
  const outcomes = await Promise.all(Array.from({ length: 8 }, wrong));
  expect(outcomes.filter((code) => code === 'AUTHENTICATOR_CODE_INCORRECT')).toHaveLength(5);
  expect(outcomes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(3);
  expect(await errorCodeOf(confirmAuthenticator({ code: codeOf(secret) }))).toBe(
    'TOO_MANY_ATTEMPTS',
  );
  await moveOn(15 * 60_000);
  await confirmIdentity(person);
  expect((await confirmAuthenticator({ code: codeOf(secret) })).recoveryCodes).toHaveLength(10);
});

test('no table has a secret or a recovery code', async () => {
  const person = await app.newUser();
  const { secret, recoveryCodes } = await enrol(person);
  const tables = await app.deps.db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const text of [secret, ...recoveryCodes]) {
      const rows = await app.deps.db.query(
        `SELECT FROM "${name}" AS t WHERE position($1 in t::text) > 0 LIMIT 1`,
        [text],
      );
      if (rows.length > 0) found.push(name);
    }
  }
  expect(found).toEqual([]);
});

test('a secret that is copied to another person cannot be opened', async () => {
  const [person, other] = [await app.newUser(), await app.newUser()];
  const { secret } = await enrol(person);
  await enrol(other);
  await app.deps.db.query(
    `UPDATE authenticators SET secret = (SELECT secret FROM authenticators WHERE user_id = $1)
     WHERE user_id = $2`,
    [person.userId, other.userId],
  );
  await expect(enter(other, codeOf(secret))).rejects.toThrow();
});

test('a rotation of SECRET_KEY seals the secrets with the new key', async () => {
  const person = await app.newUser();
  const { secret } = await enrol(person);
  const { db } = app.deps;
  const newKey = Buffer.alloc(32, 'next').toString('base64');
  const keys = (...texts: string[]) => parseSecretKeys(texts.join()) ?? [];
  db.secrets.use(keys(newKey, TEST_SECRET_KEY));
  const { signal } = new AbortController();
  await rotateKeys(db, { report: () => undefined, signal });
  db.secrets.use(keys(newKey));
  expect(await enter(person, codeOf(secret))).toBe(true);
  db.secrets.use(keys(TEST_SECRET_KEY));
});

test('without SECRET_KEY, no authenticator app can be added', async () => {
  const person = await app.newUser();
  const { db } = app.deps;
  db.secrets.use([]);
  expect((await person.api.secondFactors.get()).canAddAuthenticator).toBe(false);
  const refused = await errorCodeOf(person.api.secondFactors.beginAuthenticator());
  expect(refused).toBe('AUTHENTICATORS_UNAVAILABLE');
  db.secrets.use(parseSecretKeys(TEST_SECRET_KEY) ?? []);
});

test('the deletion of an account erases its factors', async () => {
  const admin = await app.admin();
  const person = await app.newUser();
  await enrol(person);
  await admin.api.users.remove({ userId: ownerOf(person) });
  for (const table of ['authenticators', 'recovery_codes']) {
    const rows = await app.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [
      person.userId,
    ]);
    expect(rows, table).toEqual([]);
  }
});
