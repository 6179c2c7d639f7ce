import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UserId, userId as userIdSchema } from '#contract/shared/base.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { seedDefaults } from './seed-users.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.close());

const idOf = (user: { userId: string }) => userIdSchema.parse(user.userId);

function setStatus(by: SignedIn, user: { userId: string }, status: 'active' | 'inactive') {
  return by.api.users.setStatus({ userId: idOf(user), status });
}

async function auditOf(user: { userId: string }): Promise<string[]> {
  const rows = await app.deps.db.query<{ action: string }>(
    'SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY seq',
    [user.userId],
  );
  return rows.map((row) => row.action);
}

test('a new user has an empty wallet and a hashed password', async () => {
  const typed = { username: 'a-new-user', password: 'correct-horse', role: 'user' } as const;
  await admin.api.users.create(typed);
  const user = await app.signIn(typed.username, typed.password);
  expect(await user.api.balances.current()).toMatchObject({ balancePaise: 0, heldPaise: 0 });
  const [row] = await app.deps.db.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [user.userId],
  );
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('refuses usernames that differ only in case', async () => {
  const { username } = await app.newUser();
  await expect(app.newUser({ username: username.toUpperCase() })).rejects.toMatchObject({
    cause: { constraint: 'users_username_key' },
  });
});

test('activation and deactivation are audited once each and take effect on the login', {
  tags: 'section-7.2',
}, async () => {
  const user = await app.newUser();
  for (const status of ['inactive', 'inactive', 'active', 'active'] as const) {
    await setStatus(admin, user, status);
  }
  expect(await auditOf(user)).toEqual(['user.create', 'user.deactivate', 'user.activate']);
  await setStatus(admin, user, 'inactive');
  expect(await errorCodeOf(app.signIn(user.username, 'correct-horse'))).toBe('INVALID_CREDENTIALS');
  await setStatus(admin, user, 'active');
  const again = await app.signIn(user.username, 'correct-horse');
  expect((await again.api.sessions.current()).user.id).toBe(user.userId);
});

test('a changed role takes effect on the next call', { tags: 'section-6' }, async () => {
  const user = await app.newUser();
  expect(await errorCodeOf(user.api.sources.listActive())).toBe('ADMIN_REQUIRED');
  await admin.api.users.setRole({ userId: idOf(user), role: 'admin' });
  expect(await user.api.sources.listActive()).not.toEqual([]);
  await admin.api.users.setRole({ userId: idOf(user), role: 'user' });
  expect(await errorCodeOf(user.api.sources.listActive())).toBe('ADMIN_REQUIRED');
});

test('a changed admin role takes effect on the next call and is audited once', async () => {
  const other = await app.newUser({ role: 'admin' });
  const userId = idOf(other);
  const become = (adminRole: AdminRole) =>
    admin.api.users.setRole({ userId, role: 'admin', adminRole });
  await become('reviewer');
  await become('reviewer');
  expect(await errorCodeOf(setStatus(other, admin, 'active'))).toBe('PERMISSION_REQUIRED');
  expect(await admin.api.users.get({ userId })).toMatchObject({ adminRole: 'reviewer' });
  // Without an admin role, the account keeps its duties.
  await admin.api.users.setRole({ userId, role: 'admin' });
  await become('auditor');
  await admin.api.users.setRole({ userId, role: 'user' });
  expect(await admin.api.users.get({ userId })).toMatchObject({ adminRole: null });
  await admin.api.users.setRole({ userId, role: 'admin' });
  expect(await admin.api.users.get({ userId })).toMatchObject({ adminRole: 'administrator' });
  const records = await app.deps.db.query(
    `SELECT before, after FROM audit_log WHERE chain_id = $1 AND action = 'user.role' ORDER BY seq`,
    [userId],
  );
  const rights = (adminRole: AdminRole) => ({ role: 'admin', adminRole });
  expect(records).toEqual([
    { before: rights('administrator'), after: rights('reviewer') },
    { before: rights('reviewer'), after: rights('auditor') },
    { before: rights('auditor'), after: { role: 'user' } },
    { before: { role: 'user' }, after: rights('administrator') },
  ]);
});

test('creates an administrator with an admin role', async () => {
  const form = { username: `auditor-${randomUUID()}`, password: 'correct-horse' };
  const made = await admin.api.users.create({ ...form, role: 'admin', adminRole: 'auditor' });
  expect(made.adminRole).toBe('auditor');
  const { username } = form;
  const first = await app.signIn(username, form.password);
  const remove = (by: SignedIn) => errorCodeOf(by.api.sources.remove({ id: made.id }));
  expect(await remove(first)).toBe('PASSWORD_CHANGE_REQUIRED');
  const change = { currentPassword: form.password, newPassword: 'chosen-by-the-auditor' };
  await first.api.users.changeOwnPassword(change);
  const auditor = await app.signIn(username, change.newPassword);
  expect(await remove(auditor)).toBe('PERMISSION_REQUIRED');
});

test('an account has to change a password that another person set when it becomes an administrator', async () => {
  const create = async () => {
    const typed = { username: `person-${randomUUID()}`, password: 'set-by-an-admin' };
    const { id: userId } = await admin.api.users.create(typed);
    return { ...(await app.signIn(typed.username, typed.password)), userId, ...typed };
  };
  const raised = await create();
  await admin.api.users.setRole({ userId: raised.userId, role: 'admin' });
  expect((await raised.api.sessions.current())?.mustChangePassword).toBe(true);
  const own = await create();
  const change = { currentPassword: own.password, newPassword: 'chosen-by-the-person' };
  await own.api.users.changeOwnPassword(change);
  await admin.api.users.setRole({ userId: own.userId, role: 'admin' });
  expect((await own.api.sessions.current())?.mustChangePassword).toBe(false);
  for (const { userId } of [raised, own]) await admin.api.users.setRole({ userId, role: 'user' });
});

test('refuses to change default users, the own account and unknown users', async () => {
  const demo = await app.signIn('demo', 'demo123');
  expect(await errorCodeOf(setStatus(admin, demo, 'inactive'))).toBe('DEFAULT_USER_PROTECTED');
  expect(await errorCodeOf(setStatus(admin, admin, 'inactive'))).toBe('DEFAULT_USER_PROTECTED');
  const demoted = admin.api.users.setRole({ userId: idOf(demo), role: 'user' });
  expect(await errorCodeOf(demoted)).toBe('DEFAULT_USER_ROLE');
  const second = await app.newUser({ role: 'admin' });
  expect(await errorCodeOf(setStatus(second, second, 'inactive'))).toBe('OWN_ACCOUNT_PROTECTED');
  const own = second.api.users.setRole({ userId: idOf(second), role: 'user' });
  expect(await errorCodeOf(own)).toBe('OWN_ACCOUNT_PROTECTED');
  const reduced = second.api.users.setRole({
    userId: idOf(second),
    role: 'admin',
    adminRole: 'reviewer',
  });
  expect(await errorCodeOf(reduced)).toBe('OWN_ACCOUNT_PROTECTED');
  const chief = { userId: idOf(admin), role: 'admin' } as const;
  const first = second.api.users.setRole({ ...chief, adminRole: 'support' });
  expect(await errorCodeOf(first)).toBe('DEFAULT_USER_ROLE');
  const nobody = { userId: '01890000-0000-7000-8000-000000000000' };
  expect(await errorCodeOf(setStatus(admin, nobody, 'inactive'))).toBe('USER_NOT_FOUND');
});

test('treats a user id in capitals as the same id', async () => {
  const second = await app.newUser({ role: 'admin' });
  const capitals = { userId: idOf(second).toUpperCase() as UserId };
  expect(await errorCodeOf(setStatus(second, capitals, 'inactive'))).toBe('OWN_ACCOUNT_PROTECTED');
  expect(await errorCodeOf(second.api.users.remove(capitals))).toBe('OWN_ACCOUNT_PROTECTED');
  await setStatus(admin, capitals, 'inactive');
  await setStatus(admin, second, 'active');
  const chains = await app.deps.db.query<{ chain: string }>(
    'SELECT DISTINCT chain_id AS chain FROM audit_log WHERE lower(chain_id) = $1',
    [idOf(second)],
  );
  expect(chains).toEqual([{ chain: idOf(second) }]);
});

test('one of two last administrators who deactivate each other concurrently stays active', async () => {
  const lonely = await startTestApp();
  try {
    const first = await lonely.newUser({ role: 'admin' });
    const second = await lonely.newUser({ role: 'admin' });
    await lonely.deps.db.query(`UPDATE users SET role = 'user' WHERE username = 'admin'`);
    await Promise.allSettled([
      setStatus(first, second, 'inactive'),
      setStatus(second, first, 'inactive'),
      first.api.users.setRole({ userId: idOf(second), role: 'user' }),
      second.api.users.setRole({ userId: idOf(first), role: 'user' }),
    ]);
    const left = await lonely.deps.db.query(
      `SELECT 1 FROM users WHERE role = 'admin' AND status = 'active'`,
    );
    expect(left).toHaveLength(1);
  } finally {
    await lonely.close();
  }
});

test('a second start creates no accounts and shows no passwords', async () => {
  const banks = await admin.api.banks.listActive();
  expect(await seedDefaults(app.deps)).toEqual([
    { username: 'admin', password: undefined, origin: 'earlier' },
    { username: 'demo', password: undefined, origin: 'earlier' },
  ]);
  expect(await admin.api.banks.listActive()).toEqual(banks);
  expect(banks).toHaveLength(14);
});
