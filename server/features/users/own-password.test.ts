import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodeOf, startTestApp, TEST_PASSWORD, type TestApp } from '#server/testing/harness.ts';
import { openStream } from '#server/testing/streams.ts';

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

test('after changing the password, the new one works and the old one does not', async () => {
  await change(user);
  const signedIn = await app.signIn(user.username, NEW_PASSWORD);
  expect((await signedIn.api.sessions.current()).user.id).toBe(user.userId);
  expect(await errorCodeOf(app.signIn(user.username, TEST_PASSWORD))).toBe('INVALID_CREDENTIALS');
  const [record] = await app.deps.db.query<{ stored: string }>(
    `SELECT l.action, l.before, l.after, encode(sha256(convert_to(u.password_hash, 'UTF8')), 'hex') AS stored
     FROM audit_log l JOIN users u ON u.id = $1::uuid WHERE l.chain_id = $1::text AND l.action = 'user.password'`,
    [user.userId],
  );
  const passwordSha256 = record?.stored;
  expect(record).toMatchObject({
    action: 'user.password',
    before: null,
    after: { passwordSha256 },
  });
});

test('changing the password ends all other sessions and streams immediately and keeps the calling session', async () => {
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
  ['no current and a short new password', '', '12345', 'ALL_FIELDS_REQUIRED'],
  ['a short new and a wrong current password', 'wrong', '12345', 'PASSWORD_TOO_SHORT'],
  ['a wrong current password', 'wrong', NEW_PASSWORD, 'CURRENT_PASSWORD_INCORRECT'],
  ['an additional space', `${TEST_PASSWORD} `, NEW_PASSWORD, 'CURRENT_PASSWORD_INCORRECT'],
  ['the current password', TEST_PASSWORD, TEST_PASSWORD, 'PASSWORD_UNCHANGED'],
  ['a common password', TEST_PASSWORD, 'Sunshine1', 'WEAK_PASSWORD'],
  ['a keyboard run', TEST_PASSWORD, 'lkjhgfdsa;', 'WEAK_PASSWORD'],
  ['a weak new and a wrong current password', 'wrong', 'password', 'CURRENT_PASSWORD_INCORRECT'],
  ['10,000 characters', TEST_PASSWORD, 'x'.repeat(10_000), 'INVALID_INPUT'],
])(
  'refuses a password change with %s and keeps the old password',
  async (_, current, next, code) => {
    expect(await errorCodeOf(change(user, current, next))).toBe(code);
    await app.signIn(user.username, TEST_PASSWORD);
  },
);

test('limits wrong current passwords', async () => {
  const codes: string[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    codes.push(await errorCodeOf(change(user, `guess-${guess}`)));
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('CURRENT_PASSWORD_INCORRECT'));
  expect(codes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});

test('one of two concurrent password changes succeeds, and only its password works', async () => {
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

test('a repeated password change is refused because the current password is wrong', async () => {
  await change(user);
  expect(await errorCodeOf(change(user))).toBe('CURRENT_PASSWORD_INCORRECT');
  await app.signIn(user.username, NEW_PASSWORD);
});

test('anonymous callers can’t change a password', async () => {
  expect(await errorCodeOf(change({ api: app.client() }))).toBe('MISSING_SESSION');
});
