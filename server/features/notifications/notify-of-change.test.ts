import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settingTable } from '#contract/settings/table.ts';
import { createTypedUser } from '#server/features/users/users.ts';
import {
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';

let app: TestApp;
let maker: SignedIn & { username: string };
let other: SignedIn & { username: string };
let user: SignedIn & { username: string };

beforeAll(async () => {
  app = await startTestApp();
  maker = await app.newUser({ role: 'admin' });
  other = await app.newUser({ role: 'admin' });
  user = await app.newUser();
});
beforeEach(async () => {
  for (const person of [maker, other, user]) await person.api.notifications.clear();
});
afterAll(() => app.close());

async function changesOf(person: SignedIn): Promise<unknown[]> {
  const { rows } = await person.api.notifications.list({});
  return rows.map(({ data }) => data.change);
}

/** Sends a proxy's header, because direct logins on the server's own machine are not notified. */
async function signInFromElsewhere(username: string): Promise<void> {
  const response = await fetch(`${app.baseUrl}/rpc/sessions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({ json: { username, password: TEST_PASSWORD } }),
  });
  expect(response.status).toBe(200);
}

const bankAccount = () => ({
  accountName: 'Asha',
  accountNumber: '123456789',
  bankName: 'SBI',
  isDefault: false,
});

test('a user is notified of each change of the own bank accounts, administrators are not', async () => {
  const { bankAccounts } = user.api;
  await bankAccounts.create(bankAccount());
  const { id } = await bankAccounts.create({ ...bankAccount(), accountNumber: '987654321' });
  await bankAccounts.setDefault({ id });
  await bankAccounts.remove({ id });
  expect(await changesOf(user)).toEqual([
    'bankAccountRemoved',
    'defaultBankAccountChanged',
    'bankAccountAdded',
  ]);
  expect(await changesOf(other)).toEqual([]);
});

test('other administrators are notified of an administrator’s bank account', async () => {
  await maker.api.bankAccounts.create(bankAccount());
  expect(await changesOf(maker)).toEqual(['bankAccountAdded']);
  expect(await changesOf(other)).toEqual(['bankAccountAdded']);
  expect(await changesOf(user)).toEqual([]);
});

test('a password set by an administrator is notified to its owner, and to other administrators if it is an administrator’s', async () => {
  await maker.api.users.setPassword({ userId: user.userId, newPassword: 'quiet-lamp-1' });
  user = { ...(await app.signIn(user.username, 'quiet-lamp-1')), username: user.username };
  const { rows } = await user.api.notifications.list({});
  const notice = rows.find(({ data }) => data.change === 'passwordSet');
  expect(notice?.message).not.toContain(maker.username);
  expect(await changesOf(other)).toEqual([]);

  const third = await app.newUser({ role: 'admin' });
  await maker.api.users.setPassword({ userId: third.userId, newPassword: 'quiet-lamp-1' });
  const [told] = (await other.api.notifications.list({})).rows;
  expect(told).toMatchObject({
    message: `${maker.username} set a new password for ${third.username}.`,
    data: { change: 'passwordSet', user_id: third.userId },
  });
  expect(await changesOf(maker), 'the one who did it').toEqual([]);
});

test('changes of roles and new administrators are notified to all other administrators', async () => {
  const person = await app.newUser();
  await maker.api.users.setRole({ userId: person.userId, role: 'admin' });
  await maker.api.users.create({
    username: `new-${randomUUID().slice(0, 8)}`,
    password: TEST_PASSWORD,
    role: 'admin',
  });
  expect(await changesOf(person)).toEqual(['adminCreated', 'roleChanged']);
  expect(await changesOf(other)).toEqual(['adminCreated', 'roleChanged']);
  await maker.api.users.setRole({ userId: person.userId, role: 'user' });
});

test('API keys, webhooks, settings and the own password are notified to other administrators', async () => {
  const { api } = maker;
  const form = { name: 'Reports', scopes: ['reports:read'], days: 30 } as const;
  const { key } = await api.apiKeys.create({ ...form, scopes: [...form.scopes] });
  await api.apiKeys.revoke({ id: key.id });
  const hook = { url: 'https://example.org/hook', description: '', isActive: true };
  await api.webhooks.create({ ...hook, eventTypes: ['user.created'] });
  await api.settings.save({ targetMinutes: 60 });
  await api.users.changeOwnPassword({
    currentPassword: TEST_PASSWORD,
    newPassword: 'quiet-lamp-1',
  });
  const [password] = (await other.api.notifications.list({})).rows;
  expect(password?.message).toBe(`${maker.username} changed the password of the own account.`);
  expect(await changesOf(other)).toEqual([
    'passwordChanged',
    'settingsChanged',
    'webhooksChanged',
    'apiKeyRevoked',
    'apiKeyCreated',
  ]);
  expect(await changesOf(maker)).toEqual(['passwordChanged', 'apiKeyRevoked', 'apiKeyCreated']);
  await api.users.changeOwnPassword({
    currentPassword: 'quiet-lamp-1',
    newPassword: TEST_PASSWORD,
  });
});

test('rules, resumed keys and webhooks, and changes of administrators’ accounts have their own texts', async () => {
  const { api } = maker;
  await api.approvals.saveRule({
    kind: 'apiKey',
    thresholdPaise: null,
    approvals: 1,
    isActive: false,
  });
  const form = { name: 'Reports', scopes: ['reports:read' as const], days: 30 };
  const { key } = await api.apiKeys.create(form);
  await app.deps.db.query(
    `UPDATE api_keys SET suspension_reason = 'password_reset' WHERE id = $1`,
    [key.id],
  );
  await api.apiKeys.resume({ id: key.id });
  const hook = { url: 'https://example.org/hook', description: '', isActive: false };
  const webhook = await api.webhooks.create({ ...hook, eventTypes: ['user.created'] });
  await api.webhooks.update({ id: webhook.id, isActive: true });
  const third = await app.newUser({ role: 'admin' });
  const userId = third.userId as never;
  await api.users.setStatus({ userId, status: 'inactive' });
  await api.users.setStatus({ userId, status: 'active' });
  await api.users.remove({ userId });
  expect(await changesOf(other)).toEqual([
    ...['adminRemoved', 'adminActivated', 'adminDeactivated', 'webhookResumed'],
    ...['webhooksChanged', 'apiKeyResumed', 'apiKeyCreated', 'approvalRulesChanged'],
  ]);
  expect(await changesOf(maker)).toEqual(['apiKeyResumed', 'apiKeyCreated']);
  await api.users.setStatus({ userId: user.userId as never, status: 'inactive' });
  await api.users.setStatus({ userId: user.userId as never, status: 'active' });
  user = { ...(await app.signIn(user.username, 'quiet-lamp-1')), username: user.username };
  expect(await changesOf(other), 'a user’s status').toHaveLength(8);
});

test('the first login of an account is not notified, one from another device is', async () => {
  const fresh = await app.newUser();
  expect(await changesOf(fresh)).toEqual([]);
  await signInFromElsewhere(fresh.username);
  expect(await changesOf(fresh)).toEqual(['newDevice']);
  expect(await changesOf(other)).toEqual([]);
});

test('the person who caused a notification cannot mark or remove it for others', async () => {
  await maker.api.settings.save({ targetMinutes: 90 });
  const [told] = (await other.api.notifications.list({})).rows;
  const id = told?.id ?? '';
  await maker.api.notifications.markRead({ id });
  await maker.api.notifications.remove({ id });
  await maker.api.notifications.markAllRead();
  await maker.api.notifications.clear();
  expect((await other.api.notifications.list({})).rows).toEqual([told]);
});

test('merges equal changes while the first is unread, and notifies again after it was read', async () => {
  const save = (targetMinutes: number) => maker.api.settings.save({ targetMinutes });
  for (const minutes of [61, 62, 63]) await save(minutes);
  expect(await changesOf(other)).toEqual(['settingsChanged']);
  await maker.api.settings.save({ maxDepositPaise: settingTable.maxDepositPaise.default });
  expect(await changesOf(other), 'another setting').toHaveLength(2);
  await other.api.notifications.markAllRead();
  await save(64);
  expect(await changesOf(other)).toHaveLength(3);
});

test('a session that marks or removes each notification cannot send its person more than three of equal changes', async () => {
  const owner = await app.newUser();
  const { bankAccounts, notifications } = owner.api;
  const ids: string[] = [];
  for (const accountNumber of ['123456789', '987654321']) {
    ids.push((await bankAccounts.create({ ...bankAccount(), accountNumber })).id);
  }
  await notifications.clear();
  const notified: unknown[][] = [];
  for (let n = 1; n <= 5; n += 1) {
    await bankAccounts.setDefault({ id: ids[n % 2] ?? '' });
    notified.push(await changesOf(owner));
    if (n % 2 === 0) await notifications.clear();
    else await notifications.markAllRead();
  }
  const one = 'defaultBankAccountChanged';
  expect(notified).toEqual([[one], [one, one], [one], [one], []]);
});

test('a command that is rolled back sends no notification', async () => {
  const taken = { username: other.username, password: TEST_PASSWORD, role: 'admin' as const };
  await expect(createTypedUser(app.deps, 'command line', taken)).rejects.toThrow();
  expect(await changesOf(other)).toEqual([]);
});
