import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAppError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { openFolderStore } from '#server/platform/files/folder-store.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { createBankAccount } from '../bank-accounts/bank-accounts.ts';
import { sendSupportMessage } from '../support-messages/support-messages.ts';
import { adjustBalance } from './adjust-balance.ts';
import { removeUser } from './remove-user.ts';
import { setPassword, setRole, setStatus } from './users.ts';

let world: MoneyWorld;
let deps: Deps;
let folder: string;
beforeAll(async () => {
  world = await openMoneyWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-test-'));
  deps = { ...world.deps, files: openFolderStore(folder) };
});
afterAll(async () => {
  await expectVerified(world.db, { withoutRecords: true });
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const attacks = [
  (by: Actor, on: Actor) => setRole(deps, by, { userId: on.userId, role: 'user' }),
  (by: Actor, on: Actor) => setStatus(deps, by, { userId: on.userId, status: 'inactive' }),
  (by: Actor, on: Actor) => removeUser(deps, by, on.userId),
  (by: Actor, on: Actor) =>
    setRole(deps, by, { userId: on.userId, role: 'admin', adminRole: 'auditor' }),
];

/** Returns the error codes of rejected calls; fails the test on any other error. */
function codesOf(outcomes: PromiseSettledResult<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    if (!isAppError(outcome.reason)) throw outcome.reason;
    return [outcome.reason.code];
  });
}

/** Deactivates all other administrators, because the default administrator can't be demoted. */
async function leaveOnly(admins: Actor[]): Promise<void> {
  await world.db.query(
    `UPDATE users SET status = 'inactive' WHERE role = 'admin' AND NOT id = ANY ($1::uuid[])`,
    [admins.map(({ userId }) => userId)],
  );
}

/** Counts the administrators who may do everything. */
async function countActiveAdmins(): Promise<number> {
  const rows = await world.db.query(
    `SELECT 1 FROM users
     WHERE role = 'admin' AND admin_role = 'administrator' AND status = 'active'`,
  );
  return rows.length;
}

const newAdmins = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.newActor({ role: 'admin' })));

test.each([
  [0, 0],
  [0, 1],
  [1, 2],
  [2, 2],
  [0, 3],
  [3, 3],
])(
  'one of two administrators who revoke each other’s rights (by %i and %i) keeps them',
  async (one, other) => {
    const [a, b] = (await newAdmins(2)) as [Actor, Actor];
    await leaveOnly([a, b]);
    const outcomes = await Promise.allSettled([attacks[one]?.(a, b), attacks[other]?.(b, a)]);
    expect(codesOf(outcomes)).toHaveLength(1);
    expect(await countActiveAdmins()).toBe(1);
  },
);

test('an administrator remains when many revoke each other’s rights concurrently in every way', async () => {
  const admins = await newAdmins(6);
  await leaveOnly(admins);
  const pairs = admins.flatMap((by) => admins.filter((on) => on !== by).map((on) => [by, on]));
  const outcomes = await Promise.allSettled(
    (pairs as [Actor, Actor][]).map(([by, on], n) => attacks[n % attacks.length]?.(by, on)),
  );
  expect(codesOf(outcomes).length).toBeGreaterThan(0);
  expect(await countActiveAdmins()).toBeGreaterThan(0);
});

test('revoking an administrator’s rights during concurrent commands by and on them causes no deadlock', async () => {
  const chief = world.admin;
  await world.db.query(`UPDATE users SET status = 'active' WHERE id = $1`, [chief.userId]);
  const person = await world.newActor({ role: 'admin', balancePaise: 500_000 });
  const account = await world.newBankAccount(person);
  const waiting = await Promise.all([1, 2, 3].map((n) => world.deposit(person, n * 100)));
  const asking = (n: number) => [
    world.deposit(person, 100 + n),
    world.withdraw(person, 10_000, account),
    createBankAccount(deps, person, {
      accountName: 'A',
      accountNumber: `12345678${n}`,
      bankName: 'B',
      isDefault: true,
    }),
    sendSupportMessage(deps, person, {
      name: 'A',
      email: 'a@b.in',
      category: 'deposit',
      subject: 'S',
      message: 'M',
      requestKey: randomUUID(),
    }),
    adjustBalance(deps, chief, {
      userId: person.userId,
      newBalance: `${6000 + n}`,
      shownBalancePaise: 500_000,
      reason: 'Refund of a fee',
      requestKey: randomUUID(),
    }),
    setPassword(deps, person, { userId: chief.userId, newPassword: 'quiet-lamp-2' }),
    setPassword(deps, chief, { userId: person.userId, newPassword: 'quiet-lamp-3' }),
  ];
  const outcomes = await Promise.allSettled([
    ...waiting.map(({ id }) => world.decide(id, 'approved')),
    ...[1, 2, 3].flatMap(asking),
    setRole(deps, chief, { userId: person.userId, role: 'user' }),
    removeUser(deps, chief, person.userId),
    ...[4, 5, 6].flatMap(asking),
  ]);
  const lost = [
    'ACCOUNT_INACTIVE',
    'ADMIN_REQUIRED',
    'PERMISSION_REQUIRED',
    'MISSING_SESSION',
    'USER_NOT_FOUND',
  ];
  expect([...lost, 'BALANCE_CHANGED', 'ALREADY_DECIDED', 'RATE_LIMITED']).toEqual(
    expect.arrayContaining(codesOf(outcomes)),
  );
  expect(
    await world.db.query('SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL', [
      person.userId,
    ]),
  ).toEqual([]);
});
