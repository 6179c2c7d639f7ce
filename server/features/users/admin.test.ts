import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UserId, userId as userIdSchema } from '#contract/shared/base.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());

const NOBODY = userIdSchema.parse('01890000-0000-7000-8000-000000000000');
const idOf = (user: { userId: string }) => userIdSchema.parse(user.userId);
const newName = () => `n-${randomUUID().slice(0, 12)}`;

function create(username: string, password = TEST_PASSWORD, role: 'user' | 'admin' = 'user') {
  return admin.api.users.create({ username, password, role });
}

test('a created user has an empty wallet and a placeholder e-mail address, and can sign in', async () => {
  const username = `Asha ${newName()}`;
  const user = await create(`  ${username} `);
  expect(user).toMatchObject({
    username,
    name: username,
    role: 'user',
    status: 'active',
    balancePaise: 0,
    email: `${username.toLowerCase().replace(' ', '.')}@wallet.example`,
    phone: null,
  });
  const signedIn = await app.signIn(username, TEST_PASSWORD);
  expect(signedIn.userId).toBe(user.id);
  expect(await errorCodeOf(create(username.toUpperCase()))).toBe('USERNAME_TAKEN');
});

test.each([
  ['two letters', 'ab', TEST_PASSWORD, 'USERNAME_TOO_SHORT'],
  ['spaces', '    ', TEST_PASSWORD, 'USERNAME_TOO_SHORT'],
  ['two emoji', '😀😀', TEST_PASSWORD, 'USERNAME_TOO_SHORT'],
  ['a line break', 'ab\ncd', TEST_PASSWORD, 'INVALID_USERNAME'],
  ['a NUL', 'ab\u0000cd', TEST_PASSWORD, 'INVALID_USERNAME'],
  ['a right-to-left override', 'ab\u202ecd', TEST_PASSWORD, 'INVALID_USERNAME'],
  ['a zero-width space', 'adm\u200bin', TEST_PASSWORD, 'INVALID_USERNAME'],
  ['10,000 letters', 'x'.repeat(10_000), TEST_PASSWORD, 'INVALID_INPUT'],
  ['a short password', 'long enough', '12345', 'NEW_PASSWORD_TOO_SHORT'],
  ['a common password', 'long enough', 'password1', 'WEAK_PASSWORD'],
  ['the name as password', 'gopalakrishna', 'Gopalakrishna1', 'WEAK_PASSWORD'],
  ['a short name before its password', 'ab', '', 'USERNAME_TOO_SHORT'],
  ['the name of a default account', 'ADMIN', TEST_PASSWORD, 'USERNAME_TAKEN'],
])('creates no user with %s', async (_, username, password, code) => {
  const before = (await admin.api.users.list({})).total;
  expect(await errorCodeOf(create(username, password))).toBe(code);
  expect((await admin.api.users.list({})).total).toBe(before);
});

test('refuses a username that looks like an existing one in letters of another script', async () => {
  const username = newName();
  await create(`${username}asha`);
  const cyrillic = `${username}\u0430sh\u0430`;
  expect(await errorCodeOf(create(cyrillic))).toBe('USERNAME_LOOKALIKE');
  expect(await errorCodeOf(create('\u0430dmin'))).toBe('USERNAME_LOOKALIKE');
  const telugu = await create(`ఆశ ${newName()}`);
  expect(telugu.username).toContain('ఆశ');
});

test('creates one of two users whose usernames look alike when both are created concurrently', async () => {
  const username = newName();
  const outcomes = await Promise.allSettled(
    ['\u0430', 'a'].map((letter) => create(`${username}${letter}`)),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('accepts formulas and emoji in usernames', async () => {
  const username = `=1+1 😀 ${newName()}`;
  expect((await create(username)).username).toBe(username);
});

test('pages all users newest first without duplicates', async () => {
  for (let n = 0; n < 5; n += 1) await create(newName());
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.api.users.list({ limit: 2, ...(cursor && { cursor }) });
    names.push(...page.rows.map((row) => row.username));
    cursor = page.nextCursor;
    expect(page.totalIsExact).toBe(true);
  } while (cursor);
  expect(new Set(names).size).toBe(names.length);
  const rows = await app.deps.db.query<{ username: string }>(
    'SELECT username FROM users ORDER BY created_at DESC, id DESC',
  );
  expect(names).toEqual(rows.map((row) => row.username));
  expect((await admin.api.users.list({})).total).toBe(names.length);
});

test('finds users by part of a name, username or e-mail address in any case', async () => {
  const user = await app.newUser();
  const marked = randomUUID().slice(0, 8);
  await user.api.profiles.update({
    firstName: 'आशा',
    lastName: `Ra_o${marked}`,
    email: `Post${marked}@Example.com`,
    phone: '',
    address: '',
    city: '',
    country: '',
  });
  const find = async (search: string) => {
    const page = await admin.api.users.list({ search });
    expect(page.total).toBe(page.rows.length);
    return page.rows.map((row) => row.id);
  };
  expect(await find(`आशा ra_O${marked}`)).toEqual([user.userId]);
  expect(await find(`post${marked.toUpperCase()}@`)).toEqual([user.userId]);
  expect(await find(user.username.slice(1).toUpperCase())).toEqual([user.userId]);
  expect(await find(`Ra%o${marked}`)).toEqual([]);
  expect(await find(`${user.username}@wallet.example`)).toEqual([]);
  const other = await app.newUser();
  expect(await find(`${other.username}@wallet.example`)).toEqual([other.userId]);
  expect(await find(marked.slice(0, 2))).toContain(user.userId);
  expect(await find("'; DROP TABLE users --")).toEqual([]);
  expect(await errorCodeOf(admin.api.users.list({ search: 'x'.repeat(201) }))).toBe(
    'INVALID_INPUT',
  );
  expect(await errorCodeOf(admin.api.users.list({ cursor: 'nonsense' }))).toBe('INVALID_INPUT');
});

test('returns the details of a user, and USER_NOT_FOUND for an unknown one', async () => {
  const user = await app.newUser();
  await user.api.profiles.update({
    firstName: 'Asha',
    lastName: '',
    email: 'a@b.in',
    phone: '98765 43210',
    address: 'Street 1',
    city: 'Pune',
    country: '',
  });
  expect(await admin.api.users.get({ userId: idOf(user) })).toMatchObject({
    name: 'Asha',
    email: 'a@b.in',
    phone: '98765 43210',
    city: 'Pune',
    country: null,
    isDefault: false,
  });
  expect(await errorCodeOf(admin.api.users.get({ userId: NOBODY }))).toBe('USER_NOT_FOUND');
  const demo = await app.signIn('demo', 'demo123');
  expect((await admin.api.users.get({ userId: idOf(demo) })).isDefault).toBe(true);
});

test('setting a password ends the user’s sessions and streams, and only the new password works', async () => {
  const user = await app.newUser();
  const stream = await openStream(user);
  await admin.api.users.setPassword({ userId: idOf(user), newPassword: 'set-by-admin' });
  expect(await errorCodeOf(user.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  expect((await stream.rest()).at(-1)).toEqual({
    entity: 'sessionEnded',
    reason: 'User account is inactive',
  });
  expect(await errorCodeOf(app.signIn(user.username, TEST_PASSWORD))).toBe('INVALID_CREDENTIALS');
  await app.signIn(user.username, 'set-by-admin');
});

test('a password set by an administrator must be changed before the user can do anything', async () => {
  const user = await app.newUser();
  await admin.api.users.setPassword({ userId: idOf(user), newPassword: 'set-by-admin' });
  const { api } = await app.signIn(user.username, 'set-by-admin');
  expect((await api.sessions.current()).mustChangePassword).toBe(true);
  const withdraw = () =>
    api.withdrawals.request({ amount: '10', bankAccountId: NOBODY, requestKey: NOBODY });
  expect(await errorCodeOf(withdraw())).toBe('PASSWORD_CHANGE_REQUIRED');
  const change = (newPassword: string) =>
    api.users.changeOwnPassword({ currentPassword: 'set-by-admin', newPassword });
  expect(await errorCodeOf(change('set-by-admin'))).toBe('PASSWORD_UNCHANGED');
  await change('chosen-by-me');
  expect((await api.sessions.current()).mustChangePassword).toBe(false);
  expect(await errorCodeOf(withdraw())).toBe('INSUFFICIENT_BALANCE');
});

test('an administrator can’t reset the own password without the current one', async () => {
  const second = await app.newUser({ role: 'admin' });
  const { setPassword, changeOwnPassword } = second.api.users;
  for (const userId of [idOf(second), idOf(second).toUpperCase() as UserId]) {
    expect(await errorCodeOf(setPassword({ userId, newPassword: 'another-one' }))).toBe(
      'OWN_PASSWORD_RESET',
    );
  }
  const elsewhere = await app.signIn(second.username, TEST_PASSWORD);
  await changeOwnPassword({ currentPassword: TEST_PASSWORD, newPassword: 'another-one' });
  expect((await second.api.sessions.current()).user.id).toBe(second.userId);
  expect(await errorCodeOf(elsewhere.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
});

test.each([
  ['an empty password and an unknown user', NOBODY, '', 'ALL_FIELDS_REQUIRED'],
  ['a short password and an unknown user', NOBODY, '12345', 'PASSWORD_TOO_SHORT'],
  ['an unknown user', NOBODY, '123456', 'USER_NOT_FOUND'],
])('sets no password for %s', async (_, userId, newPassword, code) => {
  expect(await errorCodeOf(admin.api.users.setPassword({ userId, newPassword }))).toBe(code);
});

test('a new password of an administrator has at least the length of the setting', async () => {
  const typed = { role: 'admin', username: newName() } as const;
  const short = 'nine-long';
  expect(await errorCodeOf(admin.api.users.create({ ...typed, password: short }))).toBe(
    'ADMIN_PASSWORD_TOO_SHORT',
  );
  const second = await app.newUser({ role: 'admin' });
  const set = { userId: idOf(second), newPassword: short };
  expect(await errorCodeOf(admin.api.users.setPassword(set))).toBe('ADMIN_PASSWORD_TOO_SHORT');
  const change = { currentPassword: TEST_PASSWORD, newPassword: short };
  await expect(second.api.users.changeOwnPassword(change)).rejects.toMatchObject({
    code: 'ADMIN_PASSWORD_TOO_SHORT',
    data: { length: 10 },
  });
  await admin.api.settings.save({ adminPasswordLength: 9 });
  await second.api.users.changeOwnPassword(change);
  await admin.api.settings.save({ adminPasswordLength: 20 });
  // Existing passwords stay valid.
  await app.signIn(second.username, short);
  await admin.api.settings.save({ adminPasswordLength: 10 });
  await create(newName(), short);
});

test('sets no weak password for another user, and states the reason', async () => {
  const { userId, username } = await app.newUser();
  const set = (newPassword: string) =>
    admin.api.users.setPassword({ userId: idOf({ userId }), newPassword });
  await expect(set('qwertyuiop')).rejects.toMatchObject({
    code: 'WEAK_PASSWORD',
    data: { reason: 'common' },
  });
  await expect(set(`${username}!`)).rejects.toMatchObject({ data: { reason: 'username' } });
  await app.signIn(username, TEST_PASSWORD);
});

test('pages through thousands of users with the same term in order and completely', async () => {
  await app.deps.db.query(
    `WITH made AS (
       INSERT INTO users (id, username, password_hash, created_at)
       SELECT gen_random_uuid(), CASE WHEN n % 7 = 0 THEN 'rare' ELSE 'Common' END || n, 'none',
         timestamptz '2025-01-01Z' + n * interval '1 s'
       FROM generate_series(1, 2000) n RETURNING id)
     INSERT INTO wallet_balances (user_id, updated_at) SELECT id, now() FROM made`,
  );
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.api.users.list({ search: 'comMON', limit: 90, cursor });
    if (names.length === 0) expect(page).toMatchObject({ total: 300, totalIsExact: false });
    names.push(...page.rows.map((row) => row.username));
    cursor = page.nextCursor;
  } while (cursor);
  const expected = Array.from({ length: 2000 }, (_, n) => 2000 - n).filter((n) => n % 7 !== 0);
  expect(names).toEqual(expected.map((n) => `Common${n}`));
});

test('fills the first page of a search whose matches are behind 1,000 other users', async () => {
  await app.deps.db.query(
    `WITH made AS (
       INSERT INTO users (id, username, password_hash, created_at)
       SELECT gen_random_uuid(), CASE WHEN n > 400 THEN 'above' ELSE 'Buried' END || n, 'none',
         timestamptz '2024-01-01Z' + n * interval '1 s'
       FROM generate_series(1, 1400) n RETURNING id)
     INSERT INTO wallet_balances (user_id, updated_at) SELECT id, now() FROM made`,
  );
  const page = await admin.api.users.list({ search: 'buried', limit: 50 });
  const expected = Array.from({ length: 50 }, (_, n) => `Buried${400 - n}`);
  expect(page.rows.map((row) => row.username)).toEqual(expected);
  expect(page).toMatchObject({ totalIsExact: false, nextCursor: expect.any(String) });
});
