import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { runWithoutApproval } from '#server/features/approvals/require-approval.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { addAuthenticator } from '#server/testing/authenticators.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { requireFactorsIfReachable } from './factor-policy.ts';
import { saveSettings } from './settings.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.newUser({ role: 'admin' });
});
afterAll(() => app.close());
beforeEach(() => setPolicy({ adminFactorRequired: false, adminFactorDays: 14 }));

const setPolicy = (policy: { adminFactorRequired?: boolean; adminFactorDays?: number }) =>
  runWithoutApproval(app.deps, (inner) => saveSettings(inner, COMMAND_LINE, policy));
const dueOf = async ({ api }: SignedIn) => (await api.sessions.current()).secondFactorDue;
const confirmWithoutFactor = (person: SignedIn) =>
  errorCodeOf(person.api.settings.save({ adminFactorRequired: false }));

test('administrators of every admin role have time to add a second factor, users need none', async () => {
  await setPolicy({ adminFactorRequired: true });
  const since = app.deps.clock.now().getTime();
  for (const adminRole of ['administrator', 'reviewer', 'support', 'auditor'] as const) {
    const due = await dueOf(await app.newUser({ role: 'admin', adminRole }));
    expect(due?.isOver, adminRole).toBe(false);
    expect(Math.abs((due?.at.getTime() ?? 0) - since - 14 * DAY_MS)).toBeLessThan(60_000);
  }
  expect(await dueOf(await app.newUser())).toBeNull();
});

test('afterwards an administrator can only add a second factor, which restores the access', async () => {
  const person = await app.newUser({ role: 'admin' });
  await setPolicy({ adminFactorRequired: true, adminFactorDays: 0 });
  expect((await dueOf(person))?.isOver).toBe(true);
  expect(await errorCodeOf(person.api.users.list({}))).toBe('SECOND_FACTOR_REQUIRED_BY_POLICY');
  await addAuthenticator(person, app.deps.clock.now());
  expect(await dueOf(person)).toBeNull();
  await person.api.users.list({});
});

test('the time of a new administrator begins with the role', async () => {
  const person = await app.newUser();
  await setPolicy({ adminFactorRequired: true });
  const before = (days: number) => new Date(app.deps.clock.now().getTime() - days * DAY_MS);
  await app.deps.db.query('UPDATE wallet_settings SET admin_factor_since = $1', [before(15)]);
  expect((await dueOf(admin))?.isOver).toBe(false);
  await app.deps.db.query('UPDATE users SET second_factor_required_since = $2 WHERE id = $1', [
    admin.userId,
    before(20),
  ]);
  expect((await dueOf(admin))?.isOver).toBe(true);
  const chief = await app.newUser({ role: 'admin' });
  await addAuthenticator(chief, app.deps.clock.now());
  await chief.api.users.setRole({ userId: userId.parse(person.userId), role: 'admin' });
  expect((await dueOf(person))?.isOver).toBe(false);
});

test('an API key of an administrator without a second factor keeps working', async () => {
  const person = await app.newUser({ role: 'admin' });
  const { secret } = await person.api.apiKeys.create({
    name: 'Reports',
    scopes: ['users:read'],
    days: 30,
  });
  await setPolicy({ adminFactorRequired: true, adminFactorDays: 0 });
  const headers = { authorization: `Bearer ${secret}` };
  const response = await fetch(`${app.baseUrl}/api/v1/users`, { headers });
  expect(response.status).toBe(200);
});

test('only an administrator with a second factor can weaken the rule', async () => {
  const person = await app.newUser({ role: 'admin' });
  await setPolicy({ adminFactorRequired: true });
  const { save } = person.api.settings;
  expect(await confirmWithoutFactor(person)).toBe('SECOND_FACTOR_MISSING');
  expect(await errorCodeOf(save({ adminFactorDays: 15 }))).toBe('SECOND_FACTOR_MISSING');
  expect((await save({ adminFactorDays: 13 })).adminFactorDays).toBe(13);
  await addAuthenticator(person, app.deps.clock.now());
  expect((await save({ adminFactorRequired: false })).adminFactorRequired).toBe(false);
});

test('the last factor of an administrator cannot be removed while the rule is on', async () => {
  const person = await app.newUser({ role: 'admin' });
  await addAuthenticator(person, app.deps.clock.now());
  await setPolicy({ adminFactorRequired: true });
  const { removeAuthenticator } = person.api.secondFactors;
  expect(await errorCodeOf(removeAuthenticator())).toBe('SECOND_FACTOR_REQUIRED_BY_POLICY');
  await setPolicy({ adminFactorRequired: false });
  await removeAuthenticator();
});

test('the list has the active administrators without a second factor', async () => {
  const [person, other] = [
    await app.newUser({ role: 'admin', adminRole: 'auditor' }),
    await app.newUser({ role: 'admin' }),
  ];
  await addAuthenticator(other, app.deps.clock.now());
  const { rows, total } = await admin.api.users.list({ account: 'withoutFactor', limit: 100 });
  const ids: string[] = rows.map(({ id }) => id);
  expect(ids).toContain(person.userId);
  expect(ids).not.toContain(other.userId);
  expect(total).toBe(rows.length);
});

test('the first start that other machines can reach switches the rule on, later ones change nothing', async () => {
  const fresh = await startTestApp();
  const { deps } = fresh;
  const reachable = { ...deps, config: { ...deps.config, host: '0.0.0.0' } };
  const chief = await fresh.admin();
  const isOn = async () => (await chief.api.settings.get()).adminFactorRequired;
  await requireFactorsIfReachable(deps);
  expect(await isOn(), 'on loopback').toBe(false);
  await Promise.all([1, 2, 3].map(() => requireFactorsIfReachable(reachable)));
  expect(await isOn()).toBe(true);
  const records = await deps.db.query(
    `SELECT actor_id AS "actorId", after FROM audit_log WHERE chain_id = 'settings'`,
  );
  expect(records).toEqual([{ actorId: null, after: { adminFactorRequired: true } }]);
  await saveSettings(deps, COMMAND_LINE, { adminFactorRequired: false });
  await requireFactorsIfReachable(reachable);
  expect(await isOn(), 'after the command line').toBe(false);
  await expectVerified(deps.db);
  await fresh.close();
});

test('without a key for the secrets of apps, a start does not switch the rule on', async () => {
  const fresh = await startTestApp();
  const { deps } = fresh;
  deps.db.secrets.use([]);
  await requireFactorsIfReachable({ ...deps, config: { ...deps.config, host: '0.0.0.0' } });
  expect((await (await fresh.admin()).api.settings.get()).adminFactorRequired).toBe(false);
  await fresh.close();
});

test('the rule for rules covers a change of the policy', async () => {
  await setRules(app.deps.db, { rules: {} });
  const other = await app.newUser({ role: 'admin' });
  const id = await approvalOf(admin.api.settings.save({ adminFactorRequired: true }));
  expect((await admin.api.settings.get()).adminFactorRequired).toBe(false);
  await other.api.approvals.confirm({ id });
  expect((await admin.api.settings.get()).adminFactorRequired).toBe(true);
});
