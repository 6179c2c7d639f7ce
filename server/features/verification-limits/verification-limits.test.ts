import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { toDecimal } from '#contract/shared/money.ts';
import {
  type Limits,
  NO_LIMITS,
  VERIFICATION_LEVELS,
  type VerificationLevel,
} from '#contract/verification-limits/rules.ts';
import { isAppError } from '#server/base/errors.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { errorCodeOf, startTestApp } from '#server/testing/harness.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { listBankAccounts } from '../bank-accounts/bank-accounts.ts';
import { requestDeposit } from '../deposits/request-deposit.ts';
import { saveSettings } from '../settings/settings.ts';
import { cancelRequest } from '../transactions/cancel-request.ts';
import { adjustBalance } from '../users/adjust-balance.ts';
import { setVerificationLevel } from '../users/set-level.ts';
import { getOwnLimits, listLevelLimits, saveLevelLimits } from './verification-limits.ts';

/** 23:30 in India, on the last day of a month but one. */
// Fixed: all clocks of a money world are set, and stand still.
const LATE = new Date('2026-11-29T18:00:00Z');
const HOUR_MS = 60 * 60_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(() => world.setNow(LATE));
afterEach(async () => {
  await expectVerified(world.db);
  for (const level of VERIFICATION_LEVELS) await limit({}, level);
});
afterAll(() => world.close());

const limit = (limits: Partial<Limits>, level: VerificationLevel = 'none') =>
  saveLevelLimits(world.deps, world.admin, { ...NO_LIMITS, ...limits, level });
const raise = (owner: Actor, level: VerificationLevel) =>
  setVerificationLevel(world.deps, world.admin, {
    userId: owner.userId,
    level,
    reason: 'PAN checked',
  });

/** Returns the error codes of refused calls; fails the test on any other error. */
function codesOf(outcomes: PromiseSettledResult<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    if (!isAppError(outcome.reason)) throw outcome.reason;
    return [outcome.reason.code];
  });
}

test('nothing is limited until an administrator saves a limit', async () => {
  const owner = await world.newActor();
  await world.deposit(owner, 500_000_00);
  const own = await getOwnLimits(world.deps, owner);
  const nothing = { perTransactionPaise: null, leftTodayPaise: null, leftThisMonthPaise: null };
  expect(own).toMatchObject({ level: 'none', deposit: nothing, withdrawal: nothing });
  expect(await listLevelLimits(world.db.query)).toEqual(
    ['none', 'basic', 'full'].map((level) => ({ level, ...NO_LIMITS })),
  );
});

test('refuses a deposit above the limit for one, with what is allowed', async () => {
  const owner = await world.newActor();
  await limit({ depositTransactionPaise: 1000_00 });
  await world.deposit(owner, 1000_00);
  await expect(world.deposit(owner, 1000_01)).rejects.toMatchObject({
    code: 'DEPOSIT_ABOVE_LIMIT',
    message: 'At your verification level you can deposit up to ₹1,000.00 at a time.',
    data: { remainingPaise: 1000_00 },
  });
});

test('counts the pending and approved requests of the Indian day, and starts again at midnight', async () => {
  const owner = await world.newActor();
  await limit({ depositDayPaise: 1000_00 });
  await world.decide((await world.deposit(owner, 400_00)).id, 'approved');
  await world.deposit(owner, 500_00);
  await expect(world.deposit(owner, 100_01)).rejects.toMatchObject({
    code: 'DEPOSIT_DAY_LIMIT',
    data: { remaining: '₹100.00', maximum: '₹1,000.00', until: '2026-11-29T18:30:00.000Z' },
  });
  const own = await getOwnLimits(world.deps, owner);
  expect(own.deposit.leftTodayPaise).toBe(100_00);
  await world.setNow(new Date(LATE.getTime() + HOUR_MS));
  await world.deposit(owner, 1000_00);
});

test('counts the requests of the Indian month, and starts again on the 1st', async () => {
  const owner = await world.newActor({ balancePaise: 5000_00 });
  const account = await world.newBankAccount(owner);
  await limit({ withdrawalMonthPaise: 1000_00, withdrawalDayPaise: 900_00 });
  await world.withdraw(owner, 900_00, account);
  await world.setNow(new Date(LATE.getTime() + HOUR_MS));
  await expect(world.withdraw(owner, 100_01, account)).rejects.toMatchObject({
    code: 'WITHDRAWAL_MONTH_LIMIT',
    data: { remainingPaise: 100_00, until: '2026-11-30T18:30:00.000Z' },
  });
  await world.setNow(new Date('2026-11-30T18:30:00Z'));
  await world.withdraw(owner, 900_00, account);
});

test('a cancelled or rejected request frees what it used', async () => {
  const owner = await world.newActor({ balancePaise: 5000_00 });
  const account = await world.newBankAccount(owner);
  await limit({ withdrawalDayPaise: 1000_00 });
  const cancelled = await world.withdraw(owner, 1000_00, account);
  await cancelRequest(world.deps, owner, cancelled.id);
  const rejected = await world.withdraw(owner, 1000_00, account);
  await world.decide(rejected.id, 'rejected');
  await world.withdraw(owner, 1000_00, account);
});

test.each(['deposit', 'withdrawal'] as const)(
  'concurrent requests of one user cannot exceed a limit: %s',
  async (type) => {
    const owner = await world.newActor({ balancePaise: 50_000_00 });
    const account = await world.newBankAccount(owner);
    await raise(owner, 'basic');
    await limit({ [`${type}DayPaise`]: 300_00 }, 'basic');
    const request = () =>
      type === 'deposit' ? world.deposit(owner, 100_00) : world.withdraw(owner, 100_00, account);
    const earlier = await getOwnLimits(world.deps, owner);
    const used = type === 'deposit' ? 50_000_00 : 0;
    expect(earlier[type].leftTodayPaise).toBe(Math.max(0, 300_00 - used));
    if (type === 'deposit') await world.setNow(new Date(LATE.getTime() + HOUR_MS));
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, request));
    const code = type === 'deposit' ? 'DEPOSIT_DAY_LIMIT' : 'WITHDRAWAL_DAY_LIMIT';
    expect(codesOf(outcomes)).toEqual(Array.from({ length: 9 }, () => code));
    expect((await getOwnLimits(world.deps, owner))[type].leftTodayPaise).toBe(0);
  },
);

test('a repeated request succeeds after the limits were lowered', async () => {
  const owner = await world.newActor();
  const form = { amount: toDecimal(800_00), requestKey: randomUUID() };
  const receipt = buildReceipt();
  const { answer } = await requestDeposit(world.deps, owner, { form, receipt });
  await limit({ depositTransactionPaise: 1_00, depositDayPaise: 1_00, depositMonthPaise: 0 });
  const repeated = await requestDeposit(world.deps, owner, { form, receipt });
  expect(repeated.answer.id).toBe(answer.id);
  expect((await getOwnLimits(world.deps, owner)).deposit).toEqual({
    perTransactionPaise: 1_00,
    leftTodayPaise: 0,
    leftThisMonthPaise: 0,
  });
});

test('a balance adjustment does not use a limit', async () => {
  const owner = await world.newActor();
  await limit({ depositDayPaise: 100_00 });
  await adjustBalance(world.deps, world.admin, {
    userId: owner.userId,
    newBalance: '100',
    shownBalancePaise: 0,
    reason: 'Refund of a fee',
    requestKey: randomUUID(),
  });
  await world.deposit(owner, 100_00);
});

test('a higher level has its own limits; its owner is notified with the reason', async () => {
  const owner = await world.newActor();
  await limit({ depositDayPaise: 0 });
  await expect(world.deposit(owner, 100_00)).rejects.toMatchObject({ code: 'DEPOSIT_DAY_LIMIT' });
  await raise(owner, 'full');
  await raise(owner, 'full');
  await world.deposit(owner, 100_00);
  const notices = await world.db.query(
    `SELECT title, message FROM notifications WHERE user_id = $1 AND category = 'account'`,
    [owner.userId],
  );
  expect(notices).toEqual([
    {
      title: 'Verification level changed',
      message: 'Your verification level is now Full. Reason: PAN checked',
    },
  ]);
  const records = await world.db.query(
    `SELECT actor_id AS "actorId", before, after FROM audit_log
     WHERE chain_id = $1 AND action = 'user.verificationLevel'`,
    [owner.userId],
  );
  expect(records).toEqual([
    {
      actorId: world.admin.userId,
      before: { verificationLevel: 'none' },
      after: { verificationLevel: 'full' },
    },
  ]);
});

test('a level needs a reason and an existing user, and administrators cannot change their own', async () => {
  const owner = await world.newActor();
  const change = { userId: owner.userId, level: 'full', reason: '' } as const;
  const set = (parts: Partial<{ userId: Actor['userId']; reason: string }>) =>
    setVerificationLevel(world.deps, world.admin, { ...change, reason: 'Seen', ...parts });
  await expect(set({ reason: '' })).rejects.toMatchObject({ code: 'VERIFICATION_REASON_REQUIRED' });
  await expect(set({ userId: world.admin.userId })).rejects.toMatchObject({
    code: 'OWN_ACCOUNT_PROTECTED',
  });
  const unknown = randomUUID() as Actor['userId']; // A new id.
  await expect(set({ userId: unknown })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('records changed limits with the former ones', async () => {
  await limit({ depositDayPaise: 5_00 }, 'basic');
  await limit({ depositDayPaise: 7_00 }, 'basic');
  const [record] = await world.db.query(
    `SELECT entity_id AS "entityId", before->'depositDayPaise' AS before, after->'depositDayPaise' AS after
     FROM audit_log WHERE action = 'verification-limits.update' ORDER BY seq DESC LIMIT 1`,
  );
  expect(record).toEqual({ entityId: 'basic', before: 5_00, after: 7_00 });
});

test('a new bank account waits for its first withdrawal until one to it was approved', async () => {
  const owner = await world.newActor({ balancePaise: 5000_00 });
  const known = await world.newBankAccount(owner);
  await world.decide((await world.withdraw(owner, 100_00, known)).id, 'approved');
  await saveSettings(world.deps, world.admin, { newAccountHours: 24 });
  const fresh = await world.newBankAccount(owner);
  const usableFrom = new Date(LATE.getTime() + 24 * HOUR_MS);
  await expect(world.withdraw(owner, 100_00, fresh)).rejects.toMatchObject({
    code: 'BANK_ACCOUNT_WAITING',
    data: { usableFrom: usableFrom.toISOString() },
  });
  await world.withdraw(owner, 100_00, known);
  const shown = await listBankAccounts(world.deps, owner);
  expect(shown.map((account) => [account.id, account.usableFrom])).toEqual(
    expect.arrayContaining([
      [known, null],
      [fresh, usableFrom],
    ]),
  );
  await world.setNow(usableFrom);
  await world.withdraw(owner, 100_00, fresh);
  await saveSettings(world.deps, world.admin, { newAccountHours: 0 });
});

test('administrators of every role read what remains of a user’s limits, other users do not', async () => {
  const app = await startTestApp();
  const [admin, user] = [await app.admin(), await app.newUser()];
  const input = { userId: userIdSchema.parse(user.userId) };
  const nothing = { perTransactionPaise: null, leftTodayPaise: null, leftThisMonthPaise: null };
  expect(await admin.api.verificationLimits.ofUser(input)).toMatchObject({
    level: 'none',
    deposit: nothing,
    withdrawal: nothing,
  });
  const own = { userId: userIdSchema.parse(admin.userId) };
  expect(await errorCodeOf(admin.api.verificationLimits.ofUser(own))).toBe(
    'NOT_FOR_ADMIN_ACCOUNTS',
  );
  expect(await errorCodeOf(user.api.verificationLimits.ofUser(input))).toBe('ADMIN_REQUIRED');
  await app.close();
});
