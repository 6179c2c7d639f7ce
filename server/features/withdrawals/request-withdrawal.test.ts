import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { removeBankAccount } from '../bank-accounts/bank-accounts.ts';
import { listWithdrawals, requestWithdrawal } from './request-withdrawal.ts';

let world: MoneyWorld;
let owner: Actor;
let bankAccountId: string;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  owner = await world.newActor({ balancePaise: 100_000 });
  bankAccountId = await world.newBankAccount(owner);
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

const send = (parts: { amount?: string; bankAccountId?: string; requestKey?: string }) =>
  requestWithdrawal(world.deps, owner, {
    amount: '100',
    bankAccountId,
    requestKey: randomUUID(),
    ...parts,
  });

test('a withdrawal holds its amount and stores a copy of the beneficiary', {
  tags: 'section-4',
}, async () => {
  const answer = await send({ amount: '1,000.00' });
  expect(answer).toMatchObject({
    type: 'withdrawal',
    status: 'pending',
    amountPaise: 100_000,
    bankName: 'State Bank',
    maskedAccountNumber: '1234••••9012',
  });
  expect(answer.referenceId).toMatch(/^WDL\d{13}\d{1,3}$/);
  expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 100_000 });
  await removeBankAccount(world.deps, owner, bankAccountId);
  const { rows } = await listWithdrawals(world.deps, owner, { limit: 10 });
  expect(rows).toEqual([answer]);
});

describe('refuses a withdrawal and changes nothing for', () => {
  test.each([
    ['', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['0', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['1e3', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['-1', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['10.001', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['NaN', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['9'.repeat(400), 'INVALID_WITHDRAWAL_AMOUNT'],
    ['१०००', 'INVALID_WITHDRAWAL_AMOUNT'],
    ['9.99', 'BELOW_MINIMUM_WITHDRAWAL'],
    ['1000.01', 'INSUFFICIENT_BALANCE'],
    ['90071992547409.91', 'INSUFFICIENT_BALANCE'],
  ])('the amount %j, with the error %s', async (amount, code) => {
    await expect(send({ amount })).rejects.toMatchObject({ code });
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 0 });
  });

  test('no bank account', { tags: 'section-5' }, async () => {
    const attempt = send({ bankAccountId: undefined });
    await expect(attempt).rejects.toMatchObject({ code: 'BANK_ACCOUNT_REQUIRED' });
  });

  test.each([
    ['that is not there', async () => newId()],
    ['of another person', async () => world.newBankAccount(await world.newActor())],
    [
      'that was removed',
      async () => {
        await removeBankAccount(world.deps, owner, bankAccountId);
        return bankAccountId;
      },
    ],
  ])('a bank account %s', { tags: 'section-6' }, async (_, makeAccount) => {
    const attempt = send({ bankAccountId: await makeAccount() });
    await expect(attempt).rejects.toMatchObject({ code: 'BANK_ACCOUNT_NOT_OWNED' });
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 0 });
  });

  test('more than the available balance, which is shown and excludes held amounts', {
    tags: 'section-5',
  }, async () => {
    await send({ amount: '600' });
    await expect(send({ amount: '400.01' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: 'Insufficient balance. Available: ₹400.00, Requested: ₹400.01',
    });
    expect((await send({ amount: '400' })).status).toBe('pending');
  });
});

describe('a repeated withdrawal request', () => {
  test('with the same key returns the first result, even after its bank account was removed', async () => {
    const requestKey = randomUUID();
    const first = await send({ amount: '1000', requestKey });
    await removeBankAccount(world.deps, owner, bankAccountId);
    expect(await send({ amount: '1000.00', requestKey })).toEqual(first);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 100_000 });
  });

  test('with other contents is refused', async () => {
    const requestKey = randomUUID();
    await send({ requestKey });
    const others = [{ amount: '101' }, { bankAccountId: await world.newBankAccount(owner) }];
    for (const other of others) {
      await expect(send({ requestKey, ...other })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
    }
  });
});

test('pages the caller’s own withdrawals newest first', {
  tags: 'section-6',
}, async () => {
  const other = await world.newActor({ balancePaise: 10_000 });
  await world.withdraw(other, 1000, await world.newBankAccount(other));
  const made = [];
  for (const amount of ['10', '11', '12', '13', '14']) made.push((await send({ amount })).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWithdrawals(world.deps, owner, { cursor, limit: 2 });
    seen.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(made.reverse());
});
