import { afterAll, beforeEach, expect, test } from 'vitest';
import { generateSecretKey, parseSecretKeys } from '#server/base/keys.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { TEST_SECRET_KEY } from '#server/testing/secrets.ts';
import { getDeskRequest } from '../review/review-desk.ts';
import { cancelRequest } from '../transactions/cancel-request.ts';
import { listPassbook } from '../transactions/passbook/passbook.ts';
import { listTransactions } from '../transactions/search/search-transactions.ts';
import { getTransaction } from '../transactions/search/search-views.ts';
import { removeUser } from '../users/remove-user.ts';
import { createBankAccount, listBankAccounts } from './bank-accounts.ts';
import { createEncryptionJob, rotateKeys } from './encrypt-numbers.ts';

const NUMBER = '987654321098';

let world: MoneyWorld;
let owner: Actor;
const worlds: MoneyWorld[] = [];
beforeEach(async () => {
  world = await openMoneyWorld();
  worlds.push(world);
  owner = await world.newActor({ balancePaise: 100_000 });
});
afterAll(async () => {
  for (const one of worlds) await one.close();
});

async function addAccount(who = owner, accountNumber = NUMBER): Promise<string> {
  const account = await createBankAccount(world.deps, who, {
    accountName: 'Asha Rao',
    accountNumber,
    bankName: 'State Bank',
    isDefault: true,
  });
  return account.id;
}

async function withdraw(): Promise<string> {
  return (await world.withdraw(owner, 1000, await addAccount())).id;
}

/** Returns the texts of all tables that a person's rows are in. */
async function storedTexts(): Promise<string> {
  const [row] = await world.db.query<{ text: string }>(
    `SELECT concat((SELECT string_agg(b::text, ' ') FROM bank_accounts b), (SELECT string_agg(t::text, ' ') FROM transactions t),
       (SELECT string_agg(l::text, ' ') FROM audit_log l), (SELECT string_agg(e::text, ' ') FROM events e)) AS text`,
  );
  return row?.text ?? '';
}

const shownTo = async (id: string) => ({
  admin: (await getTransaction(world.deps, world.admin, id)).beneficiary?.accountNumber,
  desk: (await getDeskRequest(world.deps, world.admin, id)).request.beneficiary?.accountNumber,
  list: (
    await listTransactions(world.deps, world.admin.userId, {
      type: 'withdrawal',
      tab: 'pending',
      limit: 1,
    })
  ).rows[0]?.maskedAccountNumber,
  passbook: (await listPassbook(world.deps, owner, { ...EVERYTHING })).rows[0]?.maskedAccountNumber,
  saved: (await listBankAccounts(world.deps, owner))[0]?.maskedAccountNumber,
});
const EVERYTHING = { search: '', status: 'all', type: 'all', limit: 10 } as const;

const READABLE = {
  admin: NUMBER,
  desk: NUMBER,
  list: '••••1098',
  passbook: '9876••••1098',
  saved: '9876••••1098',
};
const MASKED = {
  admin: '••••1098',
  desk: '••••1098',
  list: '••••1098',
  passbook: '••••1098',
  saved: '••••1098',
};

/** Returns what `wallet verify` prints of broken invariants. */
async function problems(): Promise<string> {
  let found = '';
  for await (const { title, offenders } of verifyDatabase(world.db)) {
    if (offenders.length > 0) found += `${title}: ${JSON.stringify(offenders)}\n`;
  }
  return found;
}

function useKeys(...keys: string[]): void {
  world.db.secrets.use(parseSecretKeys(keys.join()) ?? []);
}

const isComplete = async () =>
  (await world.db.query('SELECT FROM number_encryption WHERE completed_at IS NOT NULL')).length ===
  1;

const rotate = () =>
  rotateKeys(world.db, {
    report: () => undefined,
    signal: new AbortController().signal,
    waitMs: 0,
  });

test('no stored text contains an account number, and people see it as before', async () => {
  const id = await withdraw();
  expect(await shownTo(id)).toEqual(READABLE);
  expect(await storedTexts()).toContain('••••1098');
  expect(await storedTexts()).not.toContain(NUMBER);
  await world.decide(id, 'approved');
  await expectVerified(world.db);
});

test('without the key, numbers are masked, balances and passbooks stay readable, and nothing is paid to a number', async () => {
  const id = await withdraw();
  useKeys(generateSecretKey());
  expect(await shownTo(id)).toEqual(MASKED);
  expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 1000 });
  const [saved] = await listBankAccounts(world.deps, owner);
  const again = world.withdraw(owner, 1000, saved?.id ?? '');
  await expect(again).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  useKeys(TEST_SECRET_KEY);
  expect((await shownTo(id)).admin).toBe(NUMBER);
});

test('without the key, refuses to approve a withdrawal, and approves it with the key', async () => {
  const id = await withdraw();
  const deposit = await world.deposit(owner, 500);
  for (const keys of [[], parseSecretKeys(generateSecretKey()) ?? []]) {
    world.db.secrets.use(keys);
    await expect(world.decide(id, 'approved')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 1000 });
  await world.decide(deposit.id, 'rejected');
  useKeys(TEST_SECRET_KEY);
  await world.decide(id, 'approved');
  await expectVerified(world.db);
});

const endings = {
  reject: (id: string) => world.decide(id, 'rejected'),
  cancel: (id: string) => cancelRequest(world.deps, owner, id),
  remove: () => removeUser(world.deps, world.admin, owner.userId),
};

const recordedDigests = async (id: string) => {
  const records = await world.db.query<{ digest: string | null }>(
    `SELECT after ->> 'beneficiarySha256' AS digest FROM audit_log
     WHERE entity_id = $1 AND action LIKE 'transaction.%' ORDER BY seq`,
    [id],
  );
  return records.map(({ digest }) => digest);
};

test.each(Object.keys(endings) as (keyof typeof endings)[])(
  'without the key, can %s, and records the checksum that the request recorded',
  async (name) => {
    const id = await withdraw();
    useKeys(generateSecretKey());
    await endings[name](id);
    expect((await world.wallet(owner)).heldPaise).toBe(0);
    const digests = await recordedDigests(id);
    expect(digests).toEqual([digests[0], digests[0]]);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    useKeys(TEST_SECRET_KEY);
    await expectVerified(world.db);
  },
);

test('seals older numbers in the background and then requires that all are sealed', async () => {
  world.db.secrets.sealAfter(Number.POSITIVE_INFINITY);
  const id = await withdraw();
  expect(await storedTexts()).toContain(NUMBER);
  const seal = createEncryptionJob(world.db);
  await seal();
  expect(await storedTexts()).toContain(NUMBER);
  world.db.secrets.sealAfter(0);
  expect(await shownTo(id)).toEqual(READABLE);
  await Promise.all([seal(), createEncryptionJob(world.db)()]);
  await createEncryptionJob(world.db)();
  expect(await isComplete()).toBe(true);
  expect(await storedTexts()).not.toContain(NUMBER);
  expect(await shownTo(id)).toEqual(READABLE);
  await expectVerified(world.db);
  const deleted = await world.newActor();
  await world.newBankAccount(deleted);
  await removeUser(world.deps, world.admin, deleted.userId);
  await expectVerified(world.db);
  await world.db.query(`UPDATE bank_accounts SET account_number = '${NUMBER}'`);
  expect(await problems()).toContain('once all older ones were');
});

test('leaves a row that a command has locked to the next pass', async () => {
  world.db.secrets.sealAfter(Number.POSITIVE_INFINITY);
  const id = await withdraw();
  world.db.secrets.sealAfter(0);
  const seal = createEncryptionJob(world.db);
  await world.db.transaction(async (tx) => {
    await tx.query('SELECT FROM transactions WHERE id = $1 FOR UPDATE', [id]);
    await seal();
  });
  expect(await isComplete()).toBe(false);
  await seal();
  expect(await isComplete()).toBe(true);
  expect(await storedTexts()).not.toContain(NUMBER);
});

test('rotation seals with the new key while servers with both keys work, and can be repeated', async () => {
  const id = await withdraw();
  const newKey = generateSecretKey();
  useKeys(newKey, TEST_SECRET_KEY);
  const later = await world.newActor();
  await addAccount(later);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(rotateKeys(world.db, { report: () => undefined, signal: stopped })).rejects.toThrow(
    'stopped',
  );
  expect(await shownTo(id)).toEqual(READABLE);
  expect((await getDeskRequest(world.deps, world.admin, id)).account).toMatchObject({
    isAlsoOfOthers: true,
  });
  expect(await rotate()).toEqual({ sealed: 2, left: 0, unreadable: 0, otherHolders: 0 });
  expect(await rotate()).toEqual({ sealed: 0, left: 0, unreadable: 0, otherHolders: 0 });
  useKeys(newKey);
  expect(await shownTo(id)).toEqual(READABLE);
  expect((await getDeskRequest(world.deps, world.admin, id)).account).toMatchObject({
    isAlsoOfOthers: true,
  });
  await expectVerified(world.db);
  useKeys(TEST_SECRET_KEY);
  expect(await shownTo(id)).toEqual(MASKED);
  expect(await rotate()).toEqual({ sealed: 0, left: 0, unreadable: 3, otherHolders: 0 });
  expect(await problems()).toContain('no key opens it in this row');
});

test('rotates more numbers than fit a batch', async () => {
  const { userId } = owner;
  const { deps } = world;
  await world.db.query(
    `INSERT INTO bank_accounts (user_id, id, account_holder_name, account_number, bank_name, created_at)
     SELECT $1, gen_random_uuid(), 'A', '70707070' || n, 'B', now() FROM generate_series(1, 1200) AS n`,
    [userId],
  );
  expect(await rotate()).toEqual({ sealed: 1200, left: 0, unreadable: 0, otherHolders: 0 });
  expect(await storedTexts()).not.toContain('70707070');
  expect(await listBankAccounts(deps, owner)).toHaveLength(1200);
});

test('verify reports a number that was copied from another row, or whose last four differ', async () => {
  const id = await withdraw();
  const other = await world.newActor({ balancePaise: 5000 });
  await world.withdraw(other, 1000, await addAccount(other, '111122223333'));
  const change = (sql: string) =>
    world.db.query(`UPDATE transactions SET beneficiary = ${sql} WHERE id = $1`, [id]);
  const [{ beneficiary = {} } = {}] = await world.db.query<{ beneficiary: object }>(
    'SELECT beneficiary FROM transactions WHERE id = $1',
    [id],
  );
  await change(
    `(SELECT beneficiary FROM transactions WHERE user_id = '${other.userId}' AND type = 'withdrawal')`,
  );
  expect(await problems()).toContain('no key opens it in this row');
  expect((await shownTo(id)).desk).toBe('••••3333');
  await change(`'${JSON.stringify(beneficiary)}'::jsonb`);
  await expectVerified(world.db);
  await change(`'${JSON.stringify(beneficiary).replace('1098', '4321')}'::jsonb`);
  expect(await problems()).toContain('its last four are of another number');
});
