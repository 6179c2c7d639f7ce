import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BANK_ACCOUNTS } from '#contract/bank-accounts/rules.ts';
import { newId } from '#server/base/ids.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import {
  type BankAccountForm,
  createBankAccount,
  listBankAccounts,
  removeBankAccount,
  setDefaultBankAccount,
} from './bank-accounts.ts';

let world: MoneyWorld;
let owner: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  owner = await world.newActor();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

const add = (parts: Partial<BankAccountForm> = {}) =>
  createBankAccount(world.deps, owner, {
    accountName: 'Asha Rao',
    accountNumber: '123456789',
    bankName: 'State Bank',
    isDefault: false,
    ...parts,
  });

async function defaults(): Promise<string[]> {
  const accounts = await listBankAccounts(world.deps, owner);
  return accounts.filter((account) => account.isDefault).map((account) => account.id);
}

describe('the default bank account', () => {
  test('is the first account until another one is added or chosen as default', {
    tags: ['section-4', 'section-7.4'],
  }, async () => {
    const first = await add();
    expect(await defaults()).toEqual([first.id]);
    const second = await add();
    expect(await defaults()).toEqual([first.id]);
    const third = await add({ isDefault: true });
    expect(await defaults()).toEqual([third.id]);
    await setDefaultBankAccount(world.deps, owner, second.id);
    expect(await defaults()).toEqual([second.id]);
  });

  test('passes to the newest other account when it is removed', async () => {
    const accounts = [await add(), await add(), await add()];
    const [first, second, third] = accounts.map((account) => account.id);
    await removeBankAccount(world.deps, owner, first ?? '');
    expect(await defaults()).toEqual([third]);
    await removeBankAccount(world.deps, owner, second ?? '');
    expect(await defaults()).toEqual([third]);
    await removeBankAccount(world.deps, owner, third ?? '');
    expect(await listBankAccounts(world.deps, owner)).toEqual([]);
    const next = await add();
    expect(await defaults()).toEqual([next.id]);
  });

  test('stays unique when accounts are added, chosen and removed concurrently', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => add({ isDefault: true })));
    expect(await defaults()).toHaveLength(1);
    await Promise.all(
      accounts.map(({ id }, index) =>
        index % 2 === 0
          ? removeBankAccount(world.deps, owner, id)
          : setDefaultBankAccount(world.deps, owner, id),
      ),
    );
    expect(await defaults()).toHaveLength(1);
  });
});

test('a user has at most 50 bank accounts, also when adding concurrently; removing one allows another', async () => {
  const refused = { code: 'TOO_MANY_BANK_ACCOUNTS', data: { limit: MAX_BANK_ACCOUNTS } };
  const accounts = [];
  while (accounts.length < MAX_BANK_ACCOUNTS - 1) accounts.push(await add());
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => add()));
  const losers = tries.filter((one) => one.status === 'rejected');
  expect(losers).toHaveLength(9);
  for (const { reason } of losers) expect(reason).toMatchObject(refused);
  expect(await listBankAccounts(world.deps, owner)).toHaveLength(MAX_BANK_ACCOUNTS);
  await removeBankAccount(world.deps, owner, accounts[0]?.id ?? '');
  await add();
  await expect(add()).rejects.toMatchObject(refused);
});

test.each<[string, Partial<BankAccountForm>, string]>([
  ['no holder', { accountName: '' }, 'ACCOUNT_HOLDER_REQUIRED'],
  ['a number of four', { accountNumber: '1234' }, 'ACCOUNT_NUMBER_TOO_SHORT'],
  ['no bank', { bankName: '' }, 'BANK_NAME_REQUIRED'],
  ['a malformed IFSC', { ifscCode: 'SBIN1234567' }, 'INVALID_IFSC'],
])('refuses a bank account with %s', async (_, parts, code) => {
  await expect(add(parts)).rejects.toMatchObject({ code });
  expect(await listBankAccounts(world.deps, owner)).toEqual([]);
});

test('an IFSC is optional and stored in capitals; the account number is shown masked', async () => {
  expect(await add({ ifscCode: 'sbin0001234' })).toMatchObject({
    ifscCode: 'SBIN0001234',
    maskedAccountNumber: '1234•6789',
  });
  expect((await add({ ifscCode: '' })).ifscCode).toBeNull();
});

test.each([
  ['of another person', async () => world.newBankAccount(await world.newActor())],
  ['that is not there', async () => newId()],
  [
    'that was removed',
    async () => {
      const { id } = await add();
      await removeBankAccount(world.deps, owner, id);
      return id;
    },
  ],
])('refuses to choose or remove a bank account %s', async (_, makeAccount) => {
  const id = await makeAccount();
  const refused = { code: 'BANK_ACCOUNT_NOT_OWNED' };
  await expect(setDefaultBankAccount(world.deps, owner, id)).rejects.toMatchObject(refused);
  await expect(removeBankAccount(world.deps, owner, id)).rejects.toMatchObject(refused);
});

test('the audit record of a bank account contains neither its number nor its holder', async () => {
  await add({ accountNumber: '998877665544' });
  const [row] = await world.db.query<{ text: string }>(
    `SELECT string_agg(log::text, ' ') AS text FROM audit_log log WHERE chain_id = $1`,
    [owner.userId],
  );
  expect(row?.text).toContain('bankAccount.insert');
  expect(row?.text).not.toMatch(/998877665544|Asha/);
});
