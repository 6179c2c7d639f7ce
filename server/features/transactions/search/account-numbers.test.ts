import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditFilters } from '#contract/audit/schema.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import { adminTransactionFilters } from '#contract/transactions/schema.ts';
import { generateSecretKey, parseSecretKeys } from '#server/base/keys.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { writeActivity } from '#server/platform/commands/activity.ts';
import {
  isPaidNumber,
  isSavedNumber,
  searchedNumber,
} from '#server/platform/secrets/number-search.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { TEST_SECRET_KEY } from '#server/testing/secrets.ts';
import { listAudit } from '../../audit/audit-log.ts';
import { createBankAccount } from '../../bank-accounts/bank-accounts.ts';
import { createEncryptionJob, rotateKeys } from '../../bank-accounts/encrypt-numbers.ts';
import { listUsers } from '../../users/list-users.ts';
import { exportTransactions } from './search-csv.ts';
import { listTransactions, searchTransactions } from './search-transactions.ts';

/** Returns ids with letters where random ones have digits, which could be those that a test searches for. */
const { nextId } = vi.hoisted(() => {
  let made = 0;
  const nextId = () => {
    made += 1;
    const letters = made.toString(6).replace(/\d/g, (digit) => 'abcdef'[Number(digit)] ?? '');
    return `${letters.padStart(8, 'a')}-aaaa-7aaa-8aaa-${letters.padStart(12, 'a')}` as const;
  };
  return { nextId };
});
vi.mock('#server/base/ids.ts', () => ({ newId: nextId }));
/** Names of test users are parts of such ids. */
vi.mock('node:crypto', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:crypto')>()),
  randomUUID: nextId,
}));

const NUMBER = '987654321098';

let world: MoneyWorld;
let owner: Actor;
let paid: string;
let supporter: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  supporter = await world.newActor({ role: 'admin', adminRole: 'support' });
  ({ owner, paid } = await withdrawTo(NUMBER));
  await withdrawTo('987654321099');
});
afterAll(() => world.close());

async function withdrawTo(accountNumber: string) {
  const who = await world.newActor({ balancePaise: 10_000 });
  const account = await createBankAccount(world.deps, who, {
    accountName: 'Asha',
    accountNumber,
    bankName: 'State Bank',
    isDefault: true,
  });
  return { owner: who, paid: (await world.withdraw(who, 1000, account.id)).id };
}

const as = (reader: Actor, term: string) =>
  searchedNumber(world.deps, reader, { term, list: 'transactions' });

/** Returns what each list finds. */
async function find(term: string, reader = world.admin) {
  const { deps } = world;
  const number = as(reader, term);
  const page = { search: term, number, limit: 50 };
  const filters = adminTransactionFilters.parse({ search: term });
  const lines: string[] = [];
  for await (const part of exportTransactions(deps, filters, number)) lines.push(part);
  const all = await searchTransactions(deps, reader.userId, { ...filters, number, limit: 50 });
  const pending = await listTransactions(deps, reader.userId, {
    type: 'withdrawal',
    tab: 'pending',
    ...page,
  });
  const records = await listAudit(deps, {
    ...auditFilters.parse({ search: term }),
    number,
    limit: 50,
  });
  return {
    users: (await listUsers(deps, page)).rows.map(({ id }) => id),
    all: all.rows.map(({ id }) => id),
    pending: pending.rows.map(({ id }) => id),
    exported: lines.join('').trim().split('\n').length - 1,
    people: [...new Set(records.rows.map(({ subjectId }) => subjectId))],
  };
}

const ofOwner = () => ({
  users: [owner.userId],
  all: [paid],
  pending: [paid],
  exported: 1,
  people: [owner.userId],
});
const NOTHING = { users: [], all: [], pending: [], exported: 0, people: [] };

test.each(['1098', NUMBER, '9876 5432 1098', '9876-5432-1098'])(
  'finds users, withdrawals and audit records by %s',
  async (term) => {
    expect(await find(term)).toEqual(ofOwner());
  },
);

test.each(['98765', '87654321098', '198765432109', '1097', '9876', '0109'])(
  'does not find a number by a part of it: %s',
  async (term) => {
    expect(await find(term)).toEqual(NOTHING);
  },
);

test.each<[AdminRole, boolean]>([
  ['reviewer', true],
  ['auditor', true],
  ['support', false],
])('%s searches by the last four digits; by a whole number: %s', async (adminRole, mayRead) => {
  const reader = await world.newActor({ role: 'admin', adminRole });
  expect(await find('1098', reader)).toEqual(ofOwner());
  expect((await find(NUMBER, reader)).all).toEqual(mayRead ? [paid] : []);
});

const searches = (who: Actor) =>
  world.db.query<{ entityId: string; record: string }>(
    `SELECT entity_id AS "entityId", l::text AS record FROM audit_log l
     WHERE actor_id = $1 AND action = 'accountNumber.search'`,
    [who.userId],
  );

test('records a search for a whole number once, without the number, and none for four digits', async () => {
  const reader = await world.newActor({ role: 'admin' });
  as(reader, '1098');
  as(supporter, NUMBER);
  as(reader, 'asha');
  await writeActivity(world.deps);
  expect([await searches(reader), await searches(supporter)]).toEqual([[], []]);
  as(reader, NUMBER);
  as(reader, '9876 5432 1098');
  as(reader, '111122223333');
  await writeActivity(world.deps);
  const found = await searches(reader);
  expect(found.map(({ entityId }) => entityId)).toEqual(['transactions', 'transactions']);
  expect(JSON.stringify(found)).not.toContain('1098');
  await expectVerified(world.db);
});

test('finds numbers that are not sealed, and older ones after the background job', async () => {
  const { secrets, query } = world.db;
  secrets.sealAfter(Number.POSITIVE_INFINITY);
  const plain = await withdrawTo('555566667777');
  expect((await find('555566667777')).all).toEqual([plain.paid]);
  await query('DELETE FROM transaction_accounts');
  const seal = createEncryptionJob(world.db);
  expect((await find('7777')).all).toEqual([]);
  await seal();
  for (const term of ['7777', '555566667777', NUMBER])
    expect((await find(term)).all).toHaveLength(1);
  secrets.sealAfter(0);
  await seal();
  expect((await find('555566667777')).all).toEqual([plain.paid]);
  await expectVerified(world.db);
});

test('finds whole numbers after a rotation with the new key only', async () => {
  const newKey = generateSecretKey();
  const use = (...keys: string[]) => world.db.secrets.use(parseSecretKeys(keys.join()) ?? []);
  use(newKey, TEST_SECRET_KEY);
  expect(await find(NUMBER)).toEqual(ofOwner());
  await rotateKeys(world.db, {
    report: () => undefined,
    signal: new AbortController().signal,
    waitMs: 0,
  });
  use(newKey);
  expect(await find(NUMBER)).toEqual(ofOwner());
  await expectVerified(world.db);
});

test('lists the newest withdrawals first if too many are of one account', async () => {
  await world.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, beneficiary, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'withdrawal', 1000, 'MANY' || n, t.beneficiary, now() - n * interval '1 second', now()
     FROM generate_series(1, 1200) AS n, transactions t WHERE t.id = $2`,
    [owner.userId, paid],
  );
  await world.db.query(
    `INSERT INTO transaction_accounts SELECT user_id, id, '1098', NULL FROM transactions WHERE reference_id LIKE 'MANY%'`,
  );
  const { rows, totalIsExact } = await searchTransactions(world.deps, world.admin.userId, {
    ...adminTransactionFilters.parse({ search: '1098' }),
    number: as(world.admin, '1098'),
    limit: 50,
  });
  expect([rows.length, totalIsExact]).toEqual([50, false]);
});

test('the searches read indexes', async () => {
  const number = { lastFour: '1098', numbers: ['1'], hashes: [Buffer.from('1')] };
  const [paidBy, savedBy] = [isPaidNumber(number, 1), isSavedNumber(number, 1)];
  const explain = (sql: string, values: unknown[]) =>
    world.db.transaction(async ({ query }) => {
      await query('SET LOCAL enable_seqscan = off');
      return JSON.stringify(await query(`EXPLAIN ${sql}`, values));
    });
  const paidPlan = await explain(
    `SELECT FROM transaction_accounts a WHERE ${paidBy.sql}`,
    paidBy.values,
  );
  expect(paidPlan).toMatch(/last_four_idx.*number_hash_idx|number_hash_idx.*last_four_idx/s);
  expect(paidPlan).not.toContain('Seq Scan on transaction_accounts');
  const savedPlan = await explain(
    `SELECT FROM bank_accounts b WHERE ${savedBy.sql}`,
    savedBy.values,
  );
  for (const name of ['last_four', 'number_hash', 'number']) {
    expect(savedPlan).toContain(`bank_accounts_${name}_idx`);
  }
});
