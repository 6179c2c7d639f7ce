import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settingTable } from '#contract/settings/table.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { listReasons } from '../settings/reasons.ts';
import { saveSettings } from '../settings/settings.ts';
import { adjustBalance, getAdjustmentLimits } from './adjust-balance.ts';

let world: MoneyWorld;

beforeAll(async () => {
  world = await openMoneyWorld();
});
afterEach(() => expectVerified(world.db));
afterAll(() => world.close());

function adjust(owner: Actor, newBalance: string, shownBalancePaise: number, key = randomUUID()) {
  const { userId } = owner;
  return adjustBalance(world.deps, world.admin, {
    userId,
    newBalance,
    shownBalancePaise,
    reason: 'Refund of a fee',
    requestKey: key,
  });
}

function move(owner: Actor, direction: 'credit' | 'debit', amount: string, key = randomUUID()) {
  const { userId } = owner;
  const given = { direction, amount, reason: 'Refund of a fee', requestKey: key };
  return adjustBalance(world.deps, world.admin, { userId, ...given });
}

test('credits and debits change any balance by their amount, once for each key', async () => {
  const owner = await world.newActor();
  const key = randomUUID();
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => move(owner, 'credit', '100')),
    ...Array.from({ length: 3 }, () => move(owner, 'credit', '50.25', key)),
  ]);
  expect(Math.max(...answers.map(({ balancePaise }) => balancePaise))).toBe(450_25);
  expect(await move(owner, 'debit', '0.25')).toEqual({ balancePaise: 450_00 });
  expect(await world.wallet(owner)).toEqual({ balancePaise: 450_00, heldPaise: 0 });
  await expect(move(owner, 'debit', '50.25', key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
  await expect(move(owner, 'debit', '450.01')).rejects.toMatchObject({
    code: 'BALANCE_BELOW_HELD',
  });
  await expect(move(owner, 'credit', '0')).rejects.toMatchObject({ code: 'INVALID_BALANCE' });
});

test.each([
  [{}],
  [{ newBalance: '5' }],
  [{ direction: 'credit' as const }],
  [{ newBalance: '5', shownBalancePaise: 0, direction: 'credit' as const, amount: '5' }],
  [{ newBalance: '5', amount: '5' }],
])('refuses an adjustment that is neither or both: %o', async (goal) => {
  const { userId } = await world.newActor();
  const given = { userId, reason: 'Refund of a fee', requestKey: randomUUID() };
  await expect(adjustBalance(world.deps, world.admin, { ...given, ...goal })).rejects.toMatchObject(
    { code: 'INVALID_INPUT' },
  );
});

async function transactionsOf(owner: Actor) {
  return world.db.query<{ reference: string; [column: string]: unknown }>(
    `SELECT t.type, t.kind, t.status, t.amount_paise AS amount, t.payment_method AS method, t.admin_notes AS notes,
       t.reference_id AS reference, t.approved_by AS by, t.approved_at IS NOT NULL AS approved, s.name AS source,
       s.description, t.is_adjustment AS adjustment
     FROM transactions t JOIN sources s ON s.id = t.source_id WHERE user_id = $1 ORDER BY t.created_at, t.id`,
    [owner.userId],
  );
}

test('raising a balance records a deposit of the difference and notifies the owner', {
  tags: 'section-7.3',
}, async () => {
  const owner = await world.newActor();
  expect(await adjust(owner, '1,234.50', 0)).toEqual({ balancePaise: 123_450 });
  expect(await world.wallet(owner)).toEqual({ balancePaise: 123_450, heldPaise: 0 });
  const [row] = await transactionsOf(owner);
  expect(row).toMatchObject({
    type: 'deposit',
    kind: 'adjustment',
    status: 'approved',
    amount: 123_450,
    method: 'admin_adjustment',
    by: world.admin.userId,
    approved: true,
    adjustment: true,
    notes: 'Administrator balance adjustment: ₹0.00 to ₹1,234.50\nRefund of a fee',
    source: 'Admin Panel',
    description: 'Manual balance adjustments by administrators',
  });
  expect(row?.reference).toMatch(new RegExp(`^ADM-\\d{13}-${owner.userId.slice(0, 8)}$`));
  const [notice] = await world.db.query(
    'SELECT title, message, type, category, data FROM notifications WHERE user_id = $1',
    [owner.userId],
  );
  expect(notice).toEqual({
    title: 'Balance Updated by Administrator',
    message: 'Your account was credited with ₹1,234.50. New balance: ₹1,234.50.',
    type: 'success',
    category: 'account',
    data: {
      old_balance: '0.00',
      new_balance: '1234.50',
      adjustment_amount: '1234.50',
      updated_by: 'admin',
      admin_action: true,
      transaction_id: expect.any(String),
      reason: 'Refund of a fee',
    },
  });
  const [record] = await world.db.query(
    `SELECT actor_id AS "actorId", before, after->'balancePaise' AS after FROM audit_log
     WHERE chain_id = $1 AND action = 'user.adjustBalance'`,
    [owner.userId],
  );
  expect(record).toEqual({
    actorId: world.admin.userId,
    before: { balancePaise: 0 },
    after: 123_450,
  });
});

test('lowering a balance records a withdrawal and sends a warning; 0 empties the wallet', async () => {
  const owner = await world.newActor({ balancePaise: 50_000 });
  await adjust(owner, '499.99', 50_000);
  await adjust(owner, '0', 49_999);
  expect((await world.wallet(owner)).balancePaise).toBe(0);
  expect((await transactionsOf(owner)).map(({ type, amount }) => [type, amount])).toEqual([
    ['withdrawal', 1],
    ['withdrawal', 49_999],
  ]);
  const notices = await world.db.query<{ type: string; change: string }>(
    `SELECT type, data->>'adjustment_amount' AS change FROM notifications
     WHERE user_id = $1 AND category = 'account'`,
    [owner.userId],
  );
  expect(notices.map(({ type, change }) => [type, change]).sort()).toEqual([
    ['warning', '-0.01'],
    ['warning', '-499.99'],
  ]);
});

test('an administrator can’t set the own balance', async () => {
  await expect(adjust(world.admin, '500.00', 0)).rejects.toMatchObject({
    code: 'OWN_ACCOUNT_PROTECTED',
  });
  expect((await world.wallet(world.admin)).balancePaise).toBe(0);
});

test('setting the current balance records nothing', { tags: 'section-4' }, async () => {
  const owner = await world.newActor();
  expect(await adjust(owner, '0.00', 0)).toEqual({ balancePaise: 0 });
  expect(await transactionsOf(owner)).toEqual([]);
  const told = await world.db.query('SELECT 1 FROM notifications WHERE user_id = $1', [
    owner.userId,
  ]);
  expect(told).toEqual([]);
});

test('refuses to set a balance that has changed since it was shown', {
  tags: 'section-8',
}, async () => {
  const owner = await world.newActor({ balancePaise: 10_000 });
  await expect(adjust(owner, '500', 0)).rejects.toMatchObject({
    code: 'BALANCE_CHANGED',
    data: { balancePaise: 10_000 },
    message: 'Another update is in progress, please try again',
  });
  expect((await world.wallet(owner)).balancePaise).toBe(10_000);
});

test('refuses to set a balance below the amount held for pending withdrawals', async () => {
  const owner = await world.newActor({ balancePaise: 10_000 });
  await world.withdraw(owner, 6000, await world.newBankAccount(owner));
  await expect(adjust(owner, '59.99', 10_000)).rejects.toMatchObject({
    code: 'BALANCE_BELOW_HELD',
  });
  await adjust(owner, '60', 10_000);
  expect(await world.wallet(owner)).toEqual({ balancePaise: 6000, heldPaise: 6000 });
});

test.each(['', '-1', '1e3', 'NaN', '0.001', '१२', '9'.repeat(400), '90071992547409.92'])(
  'refuses %s as a balance',
  async (typed) => {
    const owner = await world.newActor();
    await expect(adjust(owner, typed, 0)).rejects.toMatchObject({ code: 'INVALID_BALANCE' });
  },
);

test('refuses a balance above the maximum with the maximum in the message', async () => {
  const owner = await world.newActor();
  await expect(adjust(owner, '1000000000000.01', 0)).rejects.toMatchObject({
    message: 'Maximum balance is ₹10,00,00,00,00,000.00',
  });
});

test('refuses to set the balance of a deleted user', async () => {
  const ghost = { ...(await world.newActor()), userId: randomUUID() } as unknown as Actor;
  await expect(adjust(ghost, '10', 0)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('a repeated adjustment with one key is made once, and refused with other contents', async () => {
  const owner = await world.newActor();
  const key = randomUUID();
  await adjust(owner, '100', 0, key);
  expect(await adjust(owner, '100', 0, key)).toEqual({ balancePaise: 10_000 });
  await expect(adjust(owner, '200', 0, key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
  expect(await transactionsOf(owner)).toHaveLength(1);
});

test('refuses the key of an adjustment with the same difference from another balance', async () => {
  const owner = await world.newActor();
  const key = randomUUID();
  await adjust(owner, '100', 0, key);
  await expect(adjust(owner, '150', 5000, key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
});

test('compares an adjustment without a stored fingerprint by its difference', async () => {
  const owner = await world.newActor();
  const key = randomUUID();
  await adjust(owner, '100', 0, key);
  await world.db.query(
    'UPDATE transactions SET request_fingerprint = NULL WHERE request_key = $1',
    [key],
  );
  expect(await adjust(owner, '100', 0, key)).toEqual({ balancePaise: 10_000 });
  await expect(adjust(owner, '101', 0, key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
});

test('one of 20 administrators who set the same shown balance concurrently succeeds', async () => {
  const owner = await world.newActor({ balancePaise: 10_000 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => adjust(owner, String(200 + n), 10_000)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await transactionsOf(owner)).toHaveLength(1);
});

test('an adjustment sent 20 times concurrently with one key is made once', async () => {
  const owner = await world.newActor();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => adjust(owner, '70', 0, key)));
  expect(answers).toEqual(Array(20).fill({ balancePaise: 7000 }));
  expect(await transactionsOf(owner)).toHaveLength(1);
});

test('creates the source “Admin Panel” once for concurrent adjustments, and again after its deletion', async () => {
  const owners = await Promise.all(Array.from({ length: 10 }, () => world.newActor()));
  const active = `SELECT 1 FROM sources WHERE name = 'Admin Panel' AND is_active`;
  const takeAway = `UPDATE sources SET is_active = false, deleted_at = now() WHERE name = 'Admin Panel'`;
  await world.db.query(takeAway);
  await Promise.all(owners.map((owner) => adjust(owner, '5', 0)));
  expect(await world.db.query(active)).toHaveLength(1);
  await world.db.query(`UPDATE sources SET is_active = false WHERE name = 'Admin Panel'`);
  await Promise.all(owners.map((owner) => adjust(owner, '6', 500)));
  expect(await world.db.query(active), 'one that is deactivated serves as well').toHaveLength(0);
});

test.each([
  ['', 'ADJUSTMENT_REASON_REQUIRED'],
  ['   ', 'ADJUSTMENT_REASON_REQUIRED'],
  ['Refund 99', 'ADJUSTMENT_REASON_TOO_SHORT'],
  [`  Refund 9${' '.repeat(20)}`, 'ADJUSTMENT_REASON_TOO_SHORT'],
  // Nine letters as readers count them, written with 14 code points.
  ['किसी का बाक', 'ADJUSTMENT_REASON_TOO_SHORT'],
])('refuses the adjustment reason %j with %s', async (reason, code) => {
  const owner = await world.newActor();
  const adjustment = { userId: owner.userId, newBalance: '300', shownBalancePaise: 0, reason };
  await expect(
    adjustBalance(world.deps, world.admin, { ...adjustment, requestKey: randomUUID() }),
  ).rejects.toMatchObject({ code });
  expect(await transactionsOf(owner)).toEqual([]);
});

describe('with a canned reason', () => {
  const adjustFor = (owner: Actor, reasonId: string, reason = '') =>
    adjustBalance(world.deps, world.admin, {
      userId: owner.userId,
      newBalance: '30',
      shownBalancePaise: 0,
      reason,
      reasonId,
      requestKey: randomUUID(),
    });

  test('records its texts, which a short typed reason may complete', async () => {
    const [canned] = await listReasons(world.deps, 'adjustment');
    if (!canned) throw new Error('There is no canned reason');
    const owner = await world.newActor();
    await adjustFor(owner, canned.id, 'UTR 42');
    const [row] = await world.db.query(
      'SELECT admin_notes AS notes, reason FROM transactions WHERE user_id = $1',
      [owner.userId],
    );
    const reason = `${canned.texts.en} UTR 42`;
    const first = 'Administrator balance adjustment: ₹0.00 to ₹30.00';
    expect(row).toEqual({ notes: `${first}\n${reason}`, reason: canned.texts });
    const [notice] = await world.db.query<{ data: object }>(
      'SELECT data FROM notifications WHERE user_id = $1',
      [owner.userId],
    );
    expect(notice?.data).toMatchObject({ reason, reason_texts: canned.texts });
  });

  test('refuses a reason for rejections and an unknown one', async () => {
    const owner = await world.newActor();
    const [rejection] = await listReasons(world.deps, 'rejection');
    for (const reasonId of [rejection?.id ?? '', randomUUID()]) {
      await expect(adjustFor(owner, reasonId, 'Refund of a fee')).rejects.toMatchObject({
        code: 'REASON_NOT_FOUND',
      });
    }
    expect(await transactionsOf(owner)).toEqual([]);
  });
});

describe('limits of adjustments', () => {
  /** Another administrator, whose day is empty. */
  async function newAdjuster() {
    const actor = await world.newActor({ role: 'admin' });
    const adjustAs = (owner: Actor, newBalance: string, shownBalancePaise: number) =>
      adjustBalance(world.deps, actor, {
        userId: owner.userId,
        newBalance,
        shownBalancePaise,
        reason: 'Refund of a fee',
        requestKey: randomUUID(),
      });
    const remaining = async () => (await getAdjustmentLimits(world.deps, actor)).remainingPaise;
    return { adjustAs, remaining };
  }
  const setLimits = (limits: { maxDepositPaise?: number; adjustmentDayPaise?: number }) =>
    saveSettings(world.deps, world.admin, limits);
  afterEach(() =>
    setLimits({
      maxDepositPaise: settingTable.maxDepositPaise.default,
      adjustmentDayPaise: settingTable.adjustmentDayPaise.default,
    }),
  );

  test('one adjustment changes a balance by at most the maximum deposit, in both directions', async () => {
    const { adjustAs } = await newAdjuster();
    const owner = await world.newActor({ balancePaise: 100_000 });
    await setLimits({ maxDepositPaise: 50_000 });
    const refusal = {
      code: 'ADJUSTMENT_ABOVE_MAXIMUM',
      message: 'One adjustment can change a balance by at most ₹500.00.',
    };
    await expect(adjustAs(owner, '1500.01', 100_000)).rejects.toMatchObject(refusal);
    await expect(adjustAs(owner, '499.99', 100_000)).rejects.toMatchObject(refusal);
    await adjustAs(owner, '1500', 100_000);
    await adjustAs(owner, '1000', 150_000);
  });

  test('counts credits and debits towards the daily total, and says what remains', async () => {
    const { adjustAs, remaining } = await newAdjuster();
    const owner = await world.newActor();
    await setLimits({ adjustmentDayPaise: 100_000 });
    await adjustAs(owner, '600', 0);
    await adjustAs(owner, '400', 60_000);
    await expect(adjustAs(owner, '600.01', 40_000)).rejects.toMatchObject({
      code: 'ADJUSTMENT_DAY_LIMIT',
      message:
        'Your adjustments of one day can total at most ₹1,000.00. ₹200.00 remain today. Another admin can make this adjustment.',
      data: { remainingPaise: 20_000 },
    });
    expect(await remaining(), 'a refused adjustment does not count').toBe(20_000);
    await adjustAs(owner, '600', 40_000);
    expect(await remaining()).toBe(0);
    const other = await newAdjuster();
    await other.adjustAs(owner, '500', 60_000);
  });

  test('the daily total starts anew at midnight in India', async () => {
    const { adjustAs, remaining } = await newAdjuster();
    const owner = await world.newActor();
    await setLimits({ adjustmentDayPaise: 100_000 });
    await world.setNow(new Date('2026-11-02T18:29:59Z'));
    await adjustAs(owner, '1000', 0);
    expect(await remaining()).toBe(0);
    await world.setNow(new Date('2026-11-02T18:30:00Z'));
    expect(await remaining()).toBe(100_000);
    await adjustAs(owner, '0', 100_000);
  });

  test('20 concurrent adjustments of different users stay within one daily total', async () => {
    const { adjustAs, remaining } = await newAdjuster();
    const owners = await Promise.all(Array.from({ length: 20 }, () => world.newActor()));
    await setLimits({ adjustmentDayPaise: 100_000 });
    const outcomes = await Promise.allSettled(owners.map((owner) => adjustAs(owner, '150', 0)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await remaining()).toBe(10_000);
  });
});

test('the reason of an adjustment is in the owner’s notes, and the audit log records only that there is one', async () => {
  const owner = await world.newActor();
  const request = {
    userId: owner.userId,
    newBalance: '300',
    shownBalancePaise: 0,
    reason: 'Refund of a double payment',
    requestKey: randomUUID(),
  };
  await adjustBalance(world.deps, world.admin, request);
  await adjustBalance(world.deps, world.admin, request);
  const rows = await transactionsOf(owner);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.notes).toBe(
    'Administrator balance adjustment: ₹0.00 to ₹300.00\nRefund of a double payment',
  );
  const [record] = await world.db.query<{ after: object }>(
    `SELECT after FROM audit_log WHERE chain_id = $1::text ORDER BY seq DESC LIMIT 1`,
    [owner.userId],
  );
  expect(record?.after).toMatchObject({ balancePaise: 30_000, withNotes: true });
  expect(JSON.stringify(record)).not.toContain('Refund');
  const other = adjustBalance(world.deps, world.admin, { ...request, reason: 'Another reason' });
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
});
