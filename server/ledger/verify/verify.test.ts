import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { invariants } from './invariants.ts';
import { verifyDatabase } from './verify.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());

async function offendersOf(title: string): Promise<string> {
  for await (const verdict of verifyDatabase(world.db)) {
    if (verdict.title === title) return JSON.stringify(verdict.offenders);
  }
  throw new Error(`There is no invariant "${title}"`);
}

test('a database with regular movements of money has no broken invariants', async () => {
  const owner = await world.newActor({ balancePaise: 100_000 });
  await world.withdraw(owner, 5000, await world.newBankAccount(owner));
  await world.deposit(owner, 700);
  await expectVerified(world.db);
});

test('the ledger and the audit log can be neither edited nor emptied', async () => {
  for (const table of ['ledger_entries', 'audit_log']) {
    await expect(world.db.query(`UPDATE ${table} SET id = id`)).rejects.toThrow('append-only');
    await expect(world.db.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
    await expect(world.db.query(`TRUNCATE ${table}`)).rejects.toThrow('append-only');
  }
});

describe('with constraints and triggers disabled', () => {
  beforeAll(async () => {
    await world.db.query(`
      ALTER TABLE wallet_balances DROP CONSTRAINT wallet_balances_held_check;
      ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_balance_check;
      DROP INDEX bank_accounts_one_default_key;
      ALTER TABLE transactions DROP CONSTRAINT transactions_decided_check`);
  });

  /** Creates a user with an approved deposit and a pending withdrawal. */
  async function newVictim(): Promise<string> {
    const owner = await world.newActor({ balancePaise: 100_000 });
    await world.withdraw(owner, 5000, await world.newBankAccount(owner));
    return owner.userId;
  }

  async function harm(victim: string, sql: string): Promise<void> {
    await setTriggers('DISABLE');
    await world.db.query(sql, [victim]);
    await setTriggers('ENABLE');
  }

  async function setTriggers(state: 'DISABLE' | 'ENABLE'): Promise<void> {
    for (const table of ['ledger_entries', 'audit_log', 'transactions']) {
      await world.db.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
    }
  }

  const insertEntry = `INSERT INTO ledger_entries
    (user_id, id, transaction_id, account, amount_paise, seq, balance_after_paise, created_at)`;

  const vanish = `WITH t AS (DELETE FROM transactions WHERE user_id = $1),
      w AS (DELETE FROM wallet_balances WHERE user_id = $1)
    DELETE FROM users WHERE id = $1`;

  /** Statements that break each invariant for the victim `$1`. */
  const harms = new Map([
    [
      "Every posting's entries sum to zero",
      `UPDATE ledger_entries SET amount_paise = amount_paise - 1 WHERE user_id = $1 AND account = 'house'`,
    ],
    [
      'Every balance is the sum of its ledger entries',
      'UPDATE wallet_balances SET balance_paise = balance_paise + 1 WHERE user_id = $1',
    ],
    [
      "Every wallet's entries are numbered without a gap, up to the wallet's own number",
      `UPDATE ledger_entries SET seq = 2 WHERE user_id = $1 AND account = 'wallet'`,
    ],
    [
      'Every entry tells the balance after it',
      `UPDATE ledger_entries SET balance_after_paise = 1 WHERE user_id = $1 AND account = 'wallet'`,
    ],
    [
      'Every hold is the sum of the pending withdrawals',
      'UPDATE wallet_balances SET held_paise = held_paise - 1 WHERE user_id = $1',
    ],
    [
      'Nothing is negative, and no hold exceeds its balance',
      'UPDATE wallet_balances SET held_paise = balance_paise + 1 WHERE user_id = $1',
    ],
    [
      'Every approved transaction has exactly its posting',
      'UPDATE ledger_entries SET amount_paise = -amount_paise WHERE user_id = $1',
    ],
    [
      'No pending or rejected transaction has a posting',
      `UPDATE transactions SET status = 'rejected' WHERE user_id = $1 AND status = 'approved'`,
    ],
    [
      'Only a closed account has entries without their transaction',
      `${insertEntry} VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'house', 5, NULL, NULL, now())`,
    ],
    [
      'Every user has a wallet, and every wallet a user',
      'DELETE FROM wallet_balances WHERE user_id = $1',
    ],
    [
      'Every balance is the approved deposits less the approved withdrawals',
      `UPDATE transactions SET amount_paise = amount_paise + 1 WHERE user_id = $1 AND status = 'approved'`,
    ],
    ['A closed account ended at 0, and its deletion is on record', vanish],
    ['Nothing personal is left of a closed account', vanish],
    ['The totals are those of the transactions', 'DELETE FROM transactions WHERE user_id = $1'],
    [
      "The days of a passbook are those of each day's transactions",
      'UPDATE passbook_days SET pending_deposits = pending_deposits + 1 WHERE user_id = $1',
    ],
    [
      'Nobody has more than one default bank account',
      `INSERT INTO bank_accounts (user_id, id, account_holder_name, account_number, bank_name, is_default, created_at)
       VALUES ($1, gen_random_uuid(), 'A', '12345', 'B', true, now())`,
    ],
    ['Every deposit request has its receipt', 'DELETE FROM files WHERE user_id = $1'],
    [
      "The daily flows are those of each day's approved transactions",
      `UPDATE transactions SET approved_at = approved_at - interval '1 day' WHERE user_id = $1 AND status = 'approved'`,
    ],
    ...['pending', 'rejected'].map((status): [string, string] => [
      `The list of ${status} requests is that of the ${status} transactions`,
      `INSERT INTO ${status}_requests VALUES ($1, gen_random_uuid(), 'deposit', now(), 100)`,
    ]),
    [
      "The number of every user's requests is that of the requests",
      'UPDATE user_request_totals SET total = total + 1 WHERE user_id = $1',
    ],
    [
      'No projection is ahead of the changes of transactions',
      'UPDATE projections SET position = position + 1000 WHERE $1::uuid IS NOT NULL',
    ],
    [
      'The number of users is that of the users',
      'UPDATE user_counts SET count = count + 1 WHERE $1::uuid IS NOT NULL',
    ],
  ]);

  test.each(invariants.map(({ title }) => title))(
    'a broken invariant is reported: %s',
    async (title) => {
      const victim = await newVictim();
      const before = await offendersOf(title);
      await harm(victim, harms.get(title) ?? 'a harm for this invariant is missing');
      const after = await offendersOf(title);
      expect(after).not.toBe(before);
      expect(after).not.toBe('[]');
      if (after.includes('user_id'))
        expect([before, after].map((text) => text.includes(victim))).toEqual([false, true]);
    },
  );

  test.each([
    [
      'an edited row',
      `UPDATE audit_log SET after = '{"status":"x"}' WHERE chain_id = $1 AND seq = 1`,
    ],
    ['a missing first row', 'DELETE FROM audit_log WHERE chain_id = $1 AND seq = 1'],
    ['no rows', 'DELETE FROM audit_log WHERE chain_id = $1'],
    [
      'a missing newest row',
      'DELETE FROM audit_log WHERE chain_id = $1 AND seq = (SELECT seq FROM audit_chains WHERE chain_id = $1)',
    ],
    [
      'a wrong previous hash',
      'UPDATE audit_log SET previous_hash = hash WHERE chain_id = $1 AND seq = 2',
    ],
  ])('reports an audit chain with %s', async (_, sql) => {
    const victim = await newVictim();
    const title = 'The audit chains are whole';
    expect(await offendersOf(title)).not.toContain(victim);
    await harm(victim, sql);
    expect(await offendersOf(title)).toContain(victim);
  });
});
