import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Language, Role } from '#contract/shared/enums.ts';
import {
  createBankAccount,
  removeBankAccount,
  setDefaultBankAccount,
} from '#server/features/bank-accounts/bank-accounts.ts';
import { setLanguage } from '#server/features/profiles/profiles.ts';
import { errorCodeOf } from '#server/testing/harness.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { newId } from '../../base/ids.ts';
import { recordAudit, type Visitor } from './audit.ts';

// Fixed: all clocks of a money world are set, and stand still.
const BEGIN = new Date('2026-11-01T18:10:00Z');
const LIMIT = 60;

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(() => world.setNow(BEGIN));
afterAll(() => world.close());

/** Returns a person with two bank accounts, and a call that makes the other one the default. */
async function newOwner(role: Role = 'user') {
  const owner = await world.newActor({ role });
  const ids = [await world.newBankAccount(owner), await world.newBankAccount(owner)];
  let changes = 0;
  // The newest account is the default. A refused call is no change.
  const change = async () => {
    await setDefaultBankAccount(world.deps, owner, ids[changes % 2] ?? '');
    changes += 1;
  };
  return { owner, ids, change };
}

async function changeUntilRefused(change: () => Promise<void>): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) await change();
  expect(await errorCodeOf(change())).toBe('RATE_LIMITED');
}

test('a user changes the own account sixty times an hour, also across midnight in India', async () => {
  const { change } = await newOwner();
  await changeUntilRefused(change);
  await world.setNow(new Date(BEGIN.getTime() + 59 * 60_000));
  expect(await errorCodeOf(change())).toBe('RATE_LIMITED');
  await world.setNow(new Date(BEGIN.getTime() + 61 * 60_000));
  await change();
});

test('a user who has reached the limit can still remove accounts, make other changes, and does not limit others', async () => {
  const { owner, ids, change } = await newOwner();
  await changeUntilRefused(change);
  await removeBankAccount(world.deps, owner, ids[0] ?? '');
  await setLanguage(world.deps, owner, 'hi');
  const other = await newOwner();
  await other.change();
});

test('accounts that are added and removed again count', async () => {
  const owner = await world.newActor();
  const form = { accountName: 'Asha', bankName: 'SBI', isDefault: false };
  const add = () => createBankAccount(world.deps, owner, { ...form, accountNumber: '123456789' });
  const addAndRemove = async () => removeBankAccount(world.deps, owner, (await add()).id);
  await changeUntilRefused(addAndRemove);
});

test('concurrent changes cannot exceed the limit', async () => {
  const owner = await world.newActor();
  const choose = (language: Language) => setLanguage(world.deps, owner, language);
  for (let n = 1; n < LIMIT; n += 1) await choose(n % 2 === 0 ? 'hi' : 'te');
  const outcomes = await Promise.allSettled((['ta', 'ml', 'kn', 'en'] as const).map(choose));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an administrator has no limit', async () => {
  const { change } = await newOwner('admin');
  for (let n = 0; n < LIMIT + 1; n += 1) await change();
});

test('an account has three hundred logins an hour', async () => {
  const { userId } = await world.newActor();
  const start = (count: number) => {
    const subject = { chainId: userId, entity: 'session' } as const;
    const actor: Visitor = { userId, ip: '192.0.2.1' };
    const entries = Array.from({ length: count }, () => ({
      ...subject,
      entityId: newId(),
      action: 'session.start' as const,
      before: null,
      after: null,
    }));
    return world.db.transaction((tx) => recordAudit(tx, { actor, entries }));
  };
  await start(299);
  await start(1);
  expect(await errorCodeOf(start(1))).toBe('RATE_LIMITED');
});
