import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { decideTransactions } from '../review/decide.ts';
import { createKeyPruning } from '../review/prune-keys.ts';
import { removeBankAccount } from './bank-accounts.ts';
import { createAccountPruning } from './prune-accounts.ts';

// Fixed: all clocks of a money world are set, and stand still.
const BEGIN = new Date('2026-11-01T10:00:00Z');
const inDays = (days: number) => new Date(BEGIN.getTime() + days * 24 * 60 * 60_000);

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());

async function idsOf({ userId }: Actor): Promise<string[]> {
  const rows = await world.db.query<{ id: string }>(
    'SELECT id FROM bank_accounts WHERE user_id = $1',
    [userId],
  );
  return rows.map(({ id }) => id).sort();
}

test('deletes a removed account after a year, unless a request names it', async () => {
  await world.setNow(BEGIN);
  const owner = await world.newActor({ balancePaise: 50_000 });
  const [saved, used, unused] = [
    await world.newBankAccount(owner),
    await world.newBankAccount(owner),
    await world.newBankAccount(owner),
  ];
  await world.withdraw(owner, 20_000, used);
  for (const id of [used, unused]) await removeBankAccount(world.deps, owner, id);
  const prune = createAccountPruning(world.deps);
  await world.setNow(inDays(364));
  await prune();
  expect(await idsOf(owner)).toEqual([saved, used, unused].sort());
  await world.setNow(inDays(366));
  await prune();
  expect(await idsOf(owner)).toEqual([saved, used].sort());
  await expectVerified(world.db);
});

test('deletes the keys of decisions after 90 days; a repeated decision then changes nothing', async () => {
  await world.setNow(BEGIN);
  const owner = await world.newActor();
  const { id } = await world.deposit(owner, 700);
  const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
  await decideTransactions(world.deps, world.admin, decision);
  const count = () =>
    world.db.query('SELECT 1 FROM decision_requests WHERE request_key = $1', [decision.requestKey]);
  const prune = createKeyPruning(world.deps);
  await world.setNow(inDays(89));
  await prune();
  expect(await count()).toHaveLength(1);
  await world.setNow(inDays(91));
  await prune();
  expect(await count()).toEqual([]);
  await decideTransactions(world.deps, world.admin, decision);
  expect(await world.wallet(owner)).toEqual({ balancePaise: 700, heldPaise: 0 });
  await expectVerified(world.db);
});
