import { afterAll, beforeAll, expect, test } from 'vitest';
import { project } from '#server/db/projector.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { dashboardInvariants } from './dashboard-invariants.ts';
import { verifyDatabase } from './verify.ts';

let world: MoneyWorld;
let owner: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  owner = await world.newActor({ balancePaise: 100_000 });
  await world.withdraw(owner, 5000, await world.newBankAccount(owner));
  const rejected = await world.deposit(owner, 700);
  await world.decide(rejected.id, 'rejected');
  await project(world.db);
});
afterAll(() => world.close());

async function brokenTitles(): Promise<string[]> {
  const titles: string[] = [];
  for await (const { title, offenders } of verifyDatabase(world.db)) {
    if (offenders.length > 0) titles.push(title);
  }
  return titles;
}

/** Statements that break an invariant when run with 1, and repair it with -1. */
const harms = [
  ['The daily flows', 'UPDATE daily_flows SET amount_paise = amount_paise + $1'],
  ['The daily decisions', 'UPDATE daily_decisions SET count = count + $1'],
  ['The list of pending', 'UPDATE pending_requests SET amount_paise = amount_paise + $1'],
  ['The list of rejected', 'UPDATE rejected_requests SET amount_paise = amount_paise + $1'],
  ["The number of every user's", 'UPDATE user_request_totals SET total = total + $1'],
  [
    'No projection is ahead',
    "UPDATE projections SET position = position + 1000 * $1 WHERE name = 'totals'",
  ],
  [
    'The number of users',
    'UPDATE user_counts SET count = count + $1 WHERE shard = (SELECT min(shard) FROM user_counts)',
  ],
] as const;

test('every dashboard invariant has a statement that breaks it', () => {
  expect(dashboardInvariants).toHaveLength(harms.length);
});

test.each(harms)('reports a broken dashboard invariant: %s…', async (start, harm) => {
  await expectVerified(world.db);
  await world.db.query(harm, [1]);
  expect(await brokenTitles()).toEqual([expect.stringContaining(start)]);
  await world.db.query(harm, [-1]);
});

test('deleting a transaction removes it from every rollup, and deleting a user decreases the number of users', async () => {
  const closing = await world.newActor();
  await world.deposit(closing, 900);
  await world.db.query('DELETE FROM transactions WHERE user_id = $1', [closing.userId]);
  await world.db.query('DELETE FROM passbook_days WHERE user_id = $1', [closing.userId]);
  await world.db.query('DELETE FROM wallet_balances WHERE user_id = $1', [closing.userId]);
  await world.db.query('DELETE FROM files WHERE user_id = $1', [closing.userId]);
  await world.db.query('DELETE FROM users WHERE id = $1', [closing.userId]);
  await expectVerified(world.db, { withoutRecords: true });
});
