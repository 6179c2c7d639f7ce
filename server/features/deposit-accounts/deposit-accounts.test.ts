import { beforeEach, expect, test } from 'vitest';
import type { DepositAccountForm } from '#contract/deposit-accounts/schema.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { newId } from '#server/base/ids.ts';
import { generateSecretKey } from '#server/base/keys.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { TEST_SECRET_KEY, testSecrets } from '#server/testing/secrets.ts';
import { confirmApproval, listApprovals } from '../approvals/answer-approvals.ts';
import { createAccount } from '../statements/statement-accounts.ts';
import {
  listAccounts,
  listActiveAccounts,
  resealDepositNumbers,
  saveDepositAccount,
} from './deposit-accounts.ts';

const DETAILS: DepositAccountForm = {
  ...{ accountHolderName: 'Asha Stores', accountNumber: '5020 0012 345678' },
  ...{ ifscCode: 'hdfc0001234', bankName: 'HDFC Bank', isActive: true },
};
const NUMBER = '50200012345678';

let world: MoneyWorld;
let deps: Deps;
let maker: Actor;
let other: Actor;
let id: string;
let isTampered: boolean;
beforeEach(async () => {
  world = await openMoneyWorld();
  deps = world.deps;
  maker = world.admin;
  other = await world.newActor({ role: 'admin' });
  id = await addAccount();
  isTampered = false;
  return async () => {
    if (!isTampered) await expectVerified(world.db);
    await world.close();
  };
});

async function addAccount(): Promise<string> {
  const form = { name: 'Current account', lastFour: null, isActive: true };
  return (await createAccount(deps, maker, form)).id;
}

const save = (form: Partial<DepositAccountForm>, accountId = id) =>
  saveDepositAccount(deps, maker, { id: accountId, form });
const shown = async () => (await listActiveAccounts(deps)).map((row) => row.accountNumber);

async function waiting(): Promise<string[]> {
  const { rows } = await listApprovals(deps, maker, { tab: 'waiting', targetId: id, limit: 10 });
  return rows.map((row) => row.id);
}
const confirm = (approvalId: string) =>
  confirmApproval(deps, other, { id: approvalId, executor: approvalCommands });

test('users see an account while it is active; its number is stored encrypted only', async () => {
  await save(DETAILS);
  expect(await listActiveAccounts(deps)).toEqual([
    {
      ...{ id, accountHolderName: 'Asha Stores', accountNumber: NUMBER },
      ...{ ifscCode: 'HDFC0001234', bankName: 'HDFC Bank' },
    },
  ]);
  const rows = await world.db.query(
    `SELECT to_jsonb(d)::text AS row FROM deposit_accounts d
     UNION ALL SELECT to_jsonb(a)::text FROM audit_log a UNION ALL SELECT to_jsonb(n)::text FROM notifications n`,
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(NUMBER);
  await save({ isActive: false });
  expect(await shown()).toEqual([]);
  expect(await listAccounts(deps)).toMatchObject([{ accountNumber: NUMBER, isActive: false }]);
});

test('the other administrators are notified of a change', async () => {
  await save(DETAILS);
  const told = await world.db.query<{ userId: string }>(
    `SELECT user_id AS "userId" FROM notifications WHERE data ->> 'change' = 'depositAccountsChanged'`,
  );
  const ids = told.map(({ userId }) => userId);
  expect(ids).toContain(other.userId);
  expect(ids).not.toContain(maker.userId);
});

test('new details are hidden until they are confirmed', async () => {
  await setRules(world.db, { qrCode: {} });
  expect(await save(DETAILS)).toMatchObject({ isActive: false });
  const [first = ''] = await waiting();
  expect(await shown()).toEqual([]);
  const requests = await world.db.query('SELECT to_jsonb(r)::text AS row FROM approval_requests r');
  expect(JSON.stringify(requests)).not.toContain(NUMBER);
  await confirm(first);
  expect(await shown()).toEqual([NUMBER]);

  expect(await save({ accountNumber: '60200012345678' })).toMatchObject({ isActive: false });
  expect(await shown()).toEqual([]);
});

test('a confirmation of earlier details fails', async () => {
  await setRules(world.db, { qrCode: {} });
  await save(DETAILS);
  const [first = ''] = await waiting();
  await save({ ifscCode: 'HDFC0009999', isActive: false });
  await expect(confirm(first)).rejects.toMatchObject({ code: 'APPROVAL_FAILED' });
  expect(await shown()).toEqual([]);
});

test('an account is hidden without a confirmation, and shown again with one', async () => {
  await save(DETAILS);
  await setRules(world.db, { qrCode: {} });
  await save({ isActive: false });
  const request = await approvalOf(save({ isActive: true }));
  expect(await shown()).toEqual([]);
  await confirm(request);
  expect(await shown()).toEqual([NUMBER]);
});

test.each([
  [{ accountHolderName: '' }, 'ACCOUNT_HOLDER_REQUIRED'],
  [{ accountNumber: '12 34' }, 'ACCOUNT_NUMBER_TOO_SHORT'],
  [{ bankName: '' }, 'BANK_NAME_REQUIRED'],
  [{ ifscCode: 'HDFC1234567' }, 'INVALID_IFSC'],
])('refuses the details %j', async (wrong, code) => {
  await expect(save({ ...DETAILS, ...wrong })).rejects.toMatchObject({ code });
  await expect(save(DETAILS, newId())).rejects.toMatchObject({
    code: 'STATEMENT_ACCOUNT_NOT_FOUND',
  });
  expect(await listAccounts(deps)).toEqual([]);
});

test('without a key no number is stored', async () => {
  const db = openDatabase(
    { connectionString: world.db.pool.options.connectionString },
    { secrets: testSecrets(''), clock: deps.clock },
  );
  const saving = saveDepositAccount({ ...deps, db }, maker, { id, form: DETAILS });
  await expect(saving).rejects.toMatchObject({ code: 'DEPOSIT_ACCOUNTS_UNAVAILABLE' });
  await db.close();
});

test('concurrent changes take effect one after another', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `Holder ${n}`);
  await Promise.all(names.map((accountHolderName) => save({ ...DETAILS, accountHolderName })));
  const [row] = await listAccounts(deps);
  expect(names).toContain(row?.accountHolderName);
});

test('a new key replaces the former one', async () => {
  await save(DETAILS);
  const secrets = testSecrets(generateSecretKey(), TEST_SECRET_KEY);
  const { query } = world.db;
  expect(await resealDepositNumbers({ query, secrets })).toEqual({
    ...{ sealed: 1, left: 0, unreadable: 0 },
  });
  expect(await resealDepositNumbers({ query, secrets })).toMatchObject({ sealed: 0 });
  expect(await resealDepositNumbers(world.db)).toMatchObject({ unreadable: 1 });
  isTampered = true;
});

test.each([
  ['another IFSC code', `UPDATE deposit_accounts SET ifsc_code = 'SBIN0000001' WHERE id = $1`],
  [
    'an account that was shown by hand',
    'UPDATE deposit_accounts SET is_active = true WHERE id = $1',
  ],
  [
    'the number of another account',
    `UPDATE deposit_accounts SET account_number = (SELECT account_number FROM deposit_accounts WHERE id <> $1) WHERE id = $1`,
  ],
])('wallet verify reports %s', async (_, sql) => {
  await save({ ...DETAILS, isActive: false });
  await save({ ...DETAILS, accountNumber: '911010012345', isActive: true }, await addAccount());
  await expectVerified(world.db);
  isTampered = true;
  await world.db.query(sql, [id]);
  const found: unknown[] = [];
  for await (const { offenders } of verifyDatabase(world.db)) found.push(...offenders);
  expect(JSON.stringify(found)).toContain(id);
});
