import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { approvalCommands } from '#server/app/approval-commands.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { confirmApproval, getApproval } from '../approvals/answer-approvals.ts';
import { setVerificationLevel } from '../users/set-level.ts';
import { setPassword } from '../users/users.ts';
import { decideTransactions } from './decide.ts';
import { decideOnDesk } from './defer-decisions.ts';
import { executeDueDecisions } from './execute-decisions.ts';

let world: MoneyWorld;
let maker: Actor;
let other: Actor;
let owner: Actor;
let deposit: string;

beforeEach(async () => {
  world = await openMoneyWorld();
  maker = world.admin;
  other = await world.newActor({ role: 'admin' });
  owner = await world.newActor();
  deposit = (await world.deposit(owner, 10_000)).id;
  await setRules(world.db, { connectedAccount: {} });
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

const changes = {
  password: () =>
    setPassword(world.deps, maker, { userId: owner.userId, newPassword: 'another-secret' }),
  'verification level': () =>
    setVerificationLevel(world.deps, maker, {
      userId: owner.userId,
      level: 'full',
      reason: 'Documents were checked',
    }),
};

async function decide(by: Actor, decision: 'approved' | 'rejected' = 'approved') {
  const list = { ids: [deposit], decision, requestKey: randomUUID() };
  return (await decideTransactions(world.deps, by, list)).get(deposit)?.code;
}

async function approvalId(): Promise<string> {
  const rows = await world.db.query<{ id: string }>('SELECT id FROM approval_requests');
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
}

async function statusOf(id: string): Promise<string | undefined> {
  const [row] = await world.db.query<{ status: string }>(
    'SELECT status FROM transactions WHERE id = $1',
    [id],
  );
  return row?.status;
}

const confirm = async (by: Actor) =>
  confirmApproval(world.deps, by, { id: await approvalId(), executor: approvalCommands });

async function passDays(days: number): Promise<void> {
  // Fixed: all clocks of a money world are set, and stand still.
  const start = Date.parse('2026-11-01T10:00:00Z');
  await world.setNow(new Date(start + days * 24 * 60 * 60_000));
}

async function deactivateAllBut(...admins: Actor[]): Promise<void> {
  await world.db.query(
    `UPDATE users SET status = 'inactive' WHERE role = 'admin' AND id <> ALL ($1)`,
    [admins.map(({ userId }) => userId)],
  );
}

const restoreAdmins = () => world.db.query(`UPDATE users SET status = 'active'`);

async function titlesOf(actor: Actor): Promise<string[]> {
  const rows = await world.db.query<{ title: string }>(
    `SELECT title FROM notifications WHERE user_id = $1 AND data ->> 'change' = 'connectedApproval'`,
    [actor.userId],
  );
  return rows.map(({ title }) => title);
}

describe.each(Object.entries(changes))(
  'after an administrator set the %s of an account',
  (_, change) => {
    beforeEach(async () => {
      await change();
      await passDays(29);
    });

    test('the approval of its deposit by the same administrator waits for another', async () => {
      expect(await decide(maker)).toBe('SECOND_APPROVAL_REQUIRED');
      expect(await statusOf(deposit)).toBe('pending');
      expect(await getApproval(world.deps, other, await approvalId())).toMatchObject({
        kind: 'connectedAccount',
        amountPaise: 10_000,
        obstacle: null,
      });
      await confirm(other);
      expect(await statusOf(deposit)).toBe('approved');
    });

    test('another administrator approves its deposit alone', async () => {
      expect(await decide(other)).toBeUndefined();
      expect(await statusOf(deposit)).toBe('approved');
    });

    test('the same administrator approves its deposit alone when 30 days have passed', async () => {
      await passDays(30);
      expect(await decide(maker)).toBeUndefined();
      expect(await statusOf(deposit)).toBe('approved');
    });
  },
);

test('a withdrawal waits too, whatever its amount, and a rejection does not', async () => {
  await world.decide(deposit, 'approved');
  const account = await world.newBankAccount(owner);
  deposit = (await world.withdraw(owner, 10_000, account)).id;
  await changes['verification level']();
  await passDays(1);
  expect(await decide(maker)).toBe('SECOND_APPROVAL_REQUIRED');
  expect(await decide(maker, 'rejected')).toBeUndefined();
  expect(await statusOf(deposit)).toBe('rejected');
});

test('an approval on the desk waits too', async () => {
  await changes.password();
  const decision = { id: deposit, decision: 'approved', requestKey: randomUUID() } as const;
  await approvalOf(decideOnDesk(world.deps, maker, decision));
  expect(await world.db.query('SELECT 1 FROM waiting_decisions')).toEqual([]);
});

test('a deferred approval waits if the account was changed during its undo time', async () => {
  const decision = { id: deposit, decision: 'approved', requestKey: randomUUID() } as const;
  await decideOnDesk(world.deps, maker, decision);
  await changes['verification level']();
  await world.db.query(
    `UPDATE waiting_decisions SET due_at = date_trunc('milliseconds', clock_timestamp())`,
  );
  await executeDueDecisions(world.deps);
  expect(await statusOf(deposit)).toBe('pending');
  await confirm(other);
  expect(await statusOf(deposit)).toBe('approved');
});

test('a list holds the requests of such accounts only', async () => {
  const stranger = await world.newActor();
  const { id: unconnected } = await world.deposit(stranger, 10_000);
  await changes['verification level']();
  const ids = [deposit, unconnected];
  const list = { ids, decision: 'approved', requestKey: randomUUID() } as const;
  const results = await decideTransactions(world.deps, maker, list);
  expect(ids.map((id) => results.get(id)?.code)).toEqual(['SECOND_APPROVAL_REQUIRED', undefined]);
  expect(await statusOf(unconnected)).toBe('approved');
});

test('an only administrator approves alone, and all administrators and auditors are notified once a day', async () => {
  const auditor = await world.newActor({ role: 'admin', adminRole: 'auditor' });
  await deactivateAllBut(maker, auditor);
  await changes['verification level']();
  expect(await decide(maker)).toBeUndefined();
  deposit = (await world.deposit(owner, 10_000)).id;
  expect(await decide(maker)).toBeUndefined();
  expect(await titlesOf(maker)).toEqual(['Approved without a second approval']);
  expect(await titlesOf(auditor)).toEqual(['Approved without a second approval']);
  await restoreAdmins();
});

test('is refused if the only other administrator is an account that the same administrator set up', async () => {
  await changes['verification level']();
  await setPassword(world.deps, maker, { userId: other.userId, newPassword: 'another-secret' });
  await deactivateAllBut(maker, other);
  expect(await decide(maker)).toBe('NO_CONFIRMER');
  expect(await statusOf(deposit)).toBe('pending');
  expect(await world.db.query('SELECT 1 FROM approval_requests')).toEqual([]);
  await restoreAdmins();
});
