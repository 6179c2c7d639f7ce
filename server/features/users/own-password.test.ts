import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';

type Person = Awaited<ReturnType<TestApp['newUser']>>;

let app: TestApp;
let user: Person;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  user = await app.newUser();
});
afterAll(() => app.close());

const NEW_PASSWORD = 'पासवर्ड-🔑-new';

function change(
  { api }: Pick<Person, 'api'>,
  currentPassword = TEST_PASSWORD,
  newPassword = NEW_PASSWORD,
) {
  return api.users.changeOwnPassword({ currentPassword, newPassword });
}

test('the new password opens, the old one no longer', async () => {
  await change(user);
  const signedIn = await app.signIn(user.username, NEW_PASSWORD);
  expect((await signedIn.api.sessions.current()).user.id).toBe(user.userId);
  expect(await errorCodeOf(app.signIn(user.username, TEST_PASSWORD))).toBe('INVALID_CREDENTIALS');
  const [record] = await app.deps.db.query(
    'SELECT action, before, after FROM audit_log WHERE chain_id = $1 ORDER BY seq DESC LIMIT 1',
    [user.userId],
  );
  expect(record).toEqual({ action: 'user.password', before: null, after: null });
});

test('every other session and its stream end at once, the one that asked stays', async () => {
  const elsewhere = await app.signIn(user.username, TEST_PASSWORD);
  const stranger = await app.newUser();
  const stream = await openStream(elsewhere);
  const own = await openStream(user);
  await change(user);
  expect(await errorCodeOf(elsewhere.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  expect(await stream.rest()).toEqual([
    { entity: 'sessionEnded', reason: 'User account is inactive' },
  ]);
  expect((await user.api.sessions.current()).user.id).toBe(user.userId);
  expect((await stranger.api.sessions.current()).user.id).toBe(stranger.userId);
  expect(own.seen.map(({ entity }) => entity)).toEqual(['ready']);
  await own.close();
});

test.each([
  ['no current password', '', NEW_PASSWORD, 'ALL_FIELDS_REQUIRED'],
  ['no new password', TEST_PASSWORD, '', 'ALL_FIELDS_REQUIRED'],
  ['neither, before its length', '', '12345', 'ALL_FIELDS_REQUIRED'],
  ['one too short, before the current one', 'wrong', '12345', 'PASSWORD_TOO_SHORT'],
  ['a wrong current one', 'wrong', NEW_PASSWORD, 'CURRENT_PASSWORD_INCORRECT'],
  ['a space too many', `${TEST_PASSWORD} `, NEW_PASSWORD, 'CURRENT_PASSWORD_INCORRECT'],
  ['10,000 characters', TEST_PASSWORD, 'x'.repeat(10_000), 'INVALID_INPUT'],
])('%s: refused, and the old password stays', async (_, current, next, code) => {
  expect(await errorCodeOf(change(user, current, next))).toBe(code);
  await app.signIn(user.username, TEST_PASSWORD);
});

test('guessing is slowed down', async () => {
  const codes: string[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    codes.push(await errorCodeOf(change(user, `guess-${guess}`)));
  }
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('CURRENT_PASSWORD_INCORRECT'));
  expect(codes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});

test('of two changes at once one wins, and only its password opens', async () => {
  const outcomes = await Promise.allSettled([
    change(user, TEST_PASSWORD, 'first-one'),
    change(user, TEST_PASSWORD, 'second-one'),
  ]);
  const won = outcomes.map(({ status }) => status === 'fulfilled');
  expect(won.filter(Boolean)).toHaveLength(1);
  const [winner, loser] = won[0] ? ['first-one', 'second-one'] : ['second-one', 'first-one'];
  await app.signIn(user.username, winner ?? '');
  expect(await errorCodeOf(app.signIn(user.username, loser ?? ''))).toBe('INVALID_CREDENTIALS');
});

test('sent again it says that the current password is wrong, and changes nothing', async () => {
  await change(user);
  expect(await errorCodeOf(change(user))).toBe('CURRENT_PASSWORD_INCORRECT');
  await app.signIn(user.username, NEW_PASSWORD);
});

test('nobody changes a password without a session', async () => {
  expect(await errorCodeOf(change({ api: app.client() }))).toBe('MISSING_SESSION');
});
