import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '#server/deps/deps.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { deleteSomeTransactions, markErasing } from './erase-accounts.queries.ts';
import { eraseDeletedAccounts } from './erase-accounts.ts';
import { removeUser } from './remove-user.ts';

let app: TestApp;
let world: MoneyWorld;
let deps: Deps;
beforeAll(async () => {
  app = await startTestApp();
  world = await openMoneyWorld();
  deps = { ...world.deps, files: app.deps.files };
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const DELETED_AT = new Date('2026-11-01T10:00:00Z');
const inYears = (years: number) => new Date(Date.UTC(2026 + years, 10, 2, 10));

async function deleteOne() {
  await world.setNow(DELETED_AT);
  const owner = await world.newActor({ balancePaise: 50_000 });
  await world.withdraw(owner, 20_000, await world.newBankAccount(owner));
  await world.deposit(owner, 700);
  await removeUser(deps, world.admin, owner.userId);
  return owner.userId;
}

const countOf = async (table: string, userId: string) => {
  const [row] = await world.db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE user_id = $1`,
    [userId],
  );
  return row?.count;
};

test('erases notifications beyond a batch in later steps', async () => {
  const owner = await world.newActor();
  await world.db.query(
    `INSERT INTO notifications (user_id, id, title, message, type, category, created_at)
     SELECT $1, gen_random_uuid(), 't', 'm', 'info', 'system', now() FROM generate_series(1, 2500)`,
    [owner.userId],
  );
  await removeUser(deps, world.admin, owner.userId);
  expect(await countOf('notifications', owner.userId)).toBe(1500);
  await eraseDeletedAccounts(deps);
  expect(await countOf('notifications', owner.userId)).toBe(0);
});

test('keeps evidence until the retention time has passed, and then only ledger entries and audit records', async () => {
  const userId = await deleteOne();
  await world.setNow(inYears(7));
  await eraseDeletedAccounts(deps);
  expect(await countOf('transactions', userId)).toBe(4);
  await expectVerified(world.db);
  await world.setNow(inYears(8));
  await eraseDeletedAccounts(deps);
  for (const table of ['transactions', 'files', 'bank_accounts', 'wallet_balances']) {
    expect([table, await countOf(table, userId)]).toEqual([table, 0]);
  }
  expect(await world.db.query('SELECT FROM users WHERE id = $1', [userId])).toEqual([]);
  expect(await countOf('ledger_entries', userId)).toBe(4);
  await expectVerified(world.db);
});

test('a database verifies while the evidence of an account is being erased', async () => {
  const userId = await deleteOne();
  await markErasing(world.db.query, userId, inYears(8));
  await world.db.query(`DELETE FROM transactions WHERE user_id = $1 AND kind = 'closure'`, [
    userId,
  ]);
  await expectVerified(world.db);
  expect(await deleteSomeTransactions(world.db.query, userId)).toBe(3);
  await expectVerified(world.db);
});

test('verify reports a transaction of a deleted account that disappeared before its time', async () => {
  const userId = await deleteOne();
  await world.db.query(`DELETE FROM transactions WHERE user_id = $1 AND kind = 'closure'`, [
    userId,
  ]);
  const broken: string[] = [];
  for await (const { title, offenders } of verifyDatabase(world.db)) {
    if (offenders.length > 0) broken.push(title);
  }
  expect(broken).toContain('Every decision and adjustment is as its audit record says');
});
