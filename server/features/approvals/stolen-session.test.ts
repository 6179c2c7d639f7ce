import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DecisionResult } from '#contract/review/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { setRules } from '#server/testing/approvals.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';

let app: TestApp;
let thief: SignedIn;
let colleague: SignedIn & { username: string };

beforeAll(async () => {
  app = await startTestApp();
  colleague = await app.newUser({ role: 'admin' });
  thief = await app.admin();
  // The defaults of an installation.
  await setRules(app.deps.db, {
    connectedAccount: {},
    adjustment: { thresholdPaise: 10_000_00 },
    administrator: {},
    newAdministrator: {},
    limits: {},
    rules: {},
  });
});
afterAll(() => app.close());

const NEEDS_SECOND: ErrorCode = 'SECOND_APPROVAL_REQUIRED';
const NO_CONFIRMER: ErrorCode = 'NO_CONFIRMER';

test('one stolen administrator session cannot credit a crore, pay an account of its making, take over colleagues or remove its traces', async () => {
  const { api } = thief;
  const requestKey = () => randomUUID();
  const { id: userId } = await api.users.create({ username: 'mule', password: TEST_PASSWORD });
  const credit = (newBalance: string, reason: string) =>
    api.users.adjustBalance({
      userId,
      newBalance,
      shownBalancePaise: 0,
      reason,
      requestKey: requestKey(),
    });

  expect(await errorCodeOf(credit('99900000', ''))).toBe('ADJUSTMENT_REASON_REQUIRED');
  const tooHigh = credit('99900000', 'Refund of a payment');
  expect(await errorCodeOf(tooHigh)).toBe('ADJUSTMENT_ABOVE_MAXIMUM');
  const tooMuch = credit('5000000', 'Refund of a payment');
  expect(await errorCodeOf(tooMuch)).toBe('ADJUSTMENT_DAY_LIMIT');
  expect(await errorCodeOf(credit('900000', 'Refund of a payment'))).toBe(NEEDS_SECOND);
  const [waiting] = (await api.approvals.list({})).rows;
  expect(await errorCodeOf(api.approvals.confirm({ id: waiting?.id ?? '' }))).toBe('APPROVAL_OWN');
  const helper = { username: 'helper', password: TEST_PASSWORD, role: 'admin' } as const;
  expect(await errorCodeOf(api.users.create(helper))).toBe(NEEDS_SECOND);

  // Below the threshold one administrator suffices.
  await credit('9000', 'Refund of a payment');
  const mule = await app.signIn('mule', TEST_PASSWORD);
  const { id: bankAccountId } = await mule.api.bankAccounts.create({
    accountName: 'A Mule',
    accountNumber: '999988887777',
    bankName: 'Bank of the Thief',
    isDefault: true,
  });
  const withdraw = (amount: string) =>
    mule.api.withdrawals.request({ amount, bankAccountId, requestKey: requestKey() });
  expect(await errorCodeOf(withdraw('10000000'))).toBe('INSUFFICIENT_BALANCE');
  const withdrawal = await withdraw('9000');
  const image = await buildImage();
  const deposit = await makeDeposit(app, { cookie: mule.cookie, image }, { amount: '10000000' });
  const ids = [withdrawal.id, deposit.id];
  const approval = () => ({ ids, decision: 'approved' as const, requestKey: requestKey() });
  const refusalsOf = ({ results }: { results: DecisionResult[] }) =>
    results.map(({ refusal }) => refusal?.code);
  expect(refusalsOf(await api.review.decide(approval()))).toEqual([NEEDS_SECOND, NEEDS_SECOND]);
  const onDesk = { ...approval(), ids: [withdrawal.id], undoable: true };
  expect(refusalsOf(await api.review.decide(onDesk))).toEqual([NEEDS_SECOND]);
  const { secret } = await api.apiKeys.create({
    name: 'Bot',
    scopes: ['requests:decide'],
    days: 1,
    dayPaise: null,
    dayCommands: null,
  });
  const byKey = await fetch(`${app.baseUrl}/api/v1/transactions/decisions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(approval()),
  });
  expect(refusalsOf((await byKey.json()) as { results: DecisionResult[] })).toEqual([
    NEEDS_SECOND,
    NEEDS_SECOND,
  ]);

  expect(await errorCodeOf(api.users.setRole({ userId, role: 'admin' }))).toBe(NEEDS_SECOND);
  const colleagueId = colleague.userId as typeof userId; // The harness has plain ids.
  const reset = api.users.setPassword({ userId: colleagueId, newPassword: 'taken-over-1' });
  expect(await errorCodeOf(reset)).toBe(NO_CONFIRMER);
  const deactivation = api.users.setStatus({ userId: colleagueId, status: 'inactive' });
  expect(await errorCodeOf(deactivation)).toBe(NO_CONFIRMER);
  expect(await errorCodeOf(api.users.remove({ userId: colleagueId }))).toBe(NO_CONFIRMER);
  const noRule = {
    kind: 'adjustment',
    thresholdPaise: null,
    approvals: 1,
    isActive: false,
  } as const;
  expect(await errorCodeOf(api.approvals.saveRule(noRule))).toBe(NEEDS_SECOND);
  const raised = api.settings.save({ adjustmentDayPaise: 1_00_00_000_00 });
  expect(await errorCodeOf(raised)).toBe(NEEDS_SECOND);
  await api.users.remove({ userId });

  // The colleague sees the waiting requests, notifications, and the account that was to be paid.
  const seen = colleague.api;
  const actionsOf = async (tab: 'waiting' | 'ended') =>
    (await seen.approvals.list({ tab })).rows.map(({ action }) => action).toSorted();
  expect(await actionsOf('waiting')).toEqual([
    ...['approval-rule.update', 'settings.update', 'user.create'],
  ]);
  // The deletion of the account ended the requests about it.
  expect(await actionsOf('ended')).toEqual([
    ...['transaction.approve', 'transaction.approve', 'user.adjustBalance', 'user.role'],
  ]);
  const { rows: notices } = await seen.notifications.list({ tab: 'all' });
  expect(notices.map(({ title }) => title)).toContain('Second approval needed');
  const unpaid = await seen.transactions.get({ id: withdrawal.id });
  expect(unpaid).toMatchObject({
    status: 'rejected',
    decidedBy: 'admin',
    beneficiary: { accountNumber: '999988887777', bankName: 'Bank of the Thief' },
  });
  const { rows: records } = await seen.audit.list({ limit: 100 });
  const actions = records.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      ...['user.create', 'user.adjustBalance', 'transaction.reject', 'user.delete'],
    ]),
  );
  await expectVerified(app.deps.db);
});
