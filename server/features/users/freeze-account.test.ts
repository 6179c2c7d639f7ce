import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { userId as userIdSchema } from '#contract/shared/base.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { isAppError } from '#server/base/errors.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { confirmApproval } from '../approvals/answer-approvals.ts';
import {
  createBankAccount,
  removeBankAccount,
  setDefaultBankAccount,
} from '../bank-accounts/bank-accounts.ts';
import { decideOnDesk } from '../review/defer-decisions.ts';
import { executeDueDecisions } from '../review/execute-decisions.ts';
import { saveSettings } from '../settings/settings.ts';
import { cancelRequest } from '../transactions/cancel-request.ts';
import { adjustBalance } from './adjust-balance.ts';
import { setFrozen } from './freeze-account.ts';
import { getUser, listUsers } from './list-users.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterEach(() => expectVerified(world.db));
afterAll(() => world.close());

const REASON = 'Several people pay from one phone';
const freeze = ({ userId }: Actor, reason = REASON) =>
  setFrozen(world.deps, world.admin, { userId, isFrozen: true, reason });
const unfreeze = ({ userId }: Actor) =>
  setFrozen(world.deps, world.admin, { userId, isFrozen: false, reason: 'Explained by phone' });
const frozen = expect.objectContaining({
  code: 'ACCOUNT_FROZEN',
  message: `This account is frozen. Reason: ${REASON}`,
});
const codeOf = (outcome: PromiseSettledResult<unknown>) => {
  if (outcome.status === 'fulfilled') return 'done';
  if (!isAppError(outcome.reason)) throw outcome.reason;
  return outcome.reason.code;
};

test('a frozen user cannot request money or change bank accounts, and gets the reason', async () => {
  const owner = await world.newActor({ balancePaise: 5000_00 });
  const account = await world.newBankAccount(owner);
  const other = await world.newBankAccount(owner);
  await freeze(owner);
  const form = { accountName: 'Asha', accountNumber: '123456789', bankName: 'SBI' };
  await expect(world.deposit(owner, 100_00)).rejects.toEqual(frozen);
  await expect(world.withdraw(owner, 100_00, account)).rejects.toEqual(frozen);
  const added = createBankAccount(world.deps, owner, { ...form, isDefault: false });
  await expect(added).rejects.toEqual(frozen);
  await expect(setDefaultBankAccount(world.deps, owner, account)).rejects.toEqual(frozen);
  await expect(removeBankAccount(world.deps, owner, other)).rejects.toEqual(frozen);
  await unfreeze(owner);
  await world.deposit(owner, 100_00);
  await world.withdraw(owner, 100_00, account);
  await removeBankAccount(world.deps, owner, other);
});

test('the withdrawals of a frozen account can be rejected or cancelled, but not approved', async () => {
  const owner = await world.newActor({ balancePaise: 5000_00 });
  const account = await world.newBankAccount(owner);
  const deposit = await world.deposit(owner, 100_00);
  const [first, second, third] = [
    await world.withdraw(owner, 100_00, account),
    await world.withdraw(owner, 100_00, account),
    await world.withdraw(owner, 100_00, account),
  ];
  await freeze(owner);
  await expect(world.decide(first.id, 'approved')).rejects.toEqual(frozen);
  await world.decide(second.id, 'rejected');
  await cancelRequest(world.deps, owner, third.id);
  await world.decide(deposit.id, 'approved');
  expect(await world.wallet(owner)).toEqual({ balancePaise: 5100_00, heldPaise: 100_00 });
  await unfreeze(owner);
  await world.decide(first.id, 'approved');
});

test('a deferred approval is given up if the account was frozen within the undo time', async () => {
  const owner = await world.newActor({ balancePaise: 5000_00 });
  const { id } = await world.withdraw(owner, 100_00, await world.newBankAccount(owner));
  await saveSettings(world.deps, world.admin, { undoSeconds: 1 });
  const decision = { id, decision: 'approved', requestKey: randomUUID() } as const;
  await decideOnDesk(world.deps, world.admin, decision);
  await freeze(owner);
  await world.db.query(`UPDATE waiting_decisions SET due_at = '-infinity'`);
  await executeDueDecisions(world.deps);
  const [row] = await world.db.query('SELECT status FROM transactions WHERE id = $1', [id]);
  expect(row).toEqual({ status: 'pending' });
  const again = decideOnDesk(world.deps, world.admin, { ...decision, requestKey: randomUUID() });
  await expect(again).rejects.toEqual(frozen);
});

test('an administrator can adjust the balance of a frozen account', async () => {
  const owner = await world.newActor();
  await freeze(owner);
  const { balancePaise } = await adjustBalance(world.deps, world.admin, {
    userId: owner.userId,
    newBalance: '100',
    shownBalancePaise: 0,
    reason: 'Refund of a fee',
    requestKey: randomUUID(),
  });
  expect(balancePaise).toBe(100_00);
});

test('a freeze and requests or approvals that arrive together take effect one after another', async () => {
  const owners = await Promise.all(
    Array.from({ length: 12 }, () => world.newActor({ balancePaise: 1000_00 })),
  );
  const outcomes: string[] = [];
  for (const owner of owners) {
    const account = await world.newBankAccount(owner);
    const pending = await world.withdraw(owner, 100_00, account);
    const [frozenFirst, ...others] = await Promise.allSettled([
      freeze(owner),
      world.decide(pending.id, 'approved'),
      world.withdraw(owner, 100_00, account),
      world.deposit(owner, 100_00),
    ]);
    expect(frozenFirst && codeOf(frozenFirst)).toBe('done');
    outcomes.push(...others.map(codeOf));
  }
  expect(outcomes.filter((code) => !['done', 'ACCOUNT_FROZEN'].includes(code))).toEqual([]);
  const records = await world.db.query(
    `SELECT r.action FROM audit_log r JOIN audit_log f ON f.chain_id = r.chain_id AND f.action = 'user.freeze'
     WHERE r.chain_id = ANY ($1::text[]) AND r.seq > f.seq
       AND r.action IN ('transaction.request', 'transaction.approve')`,
    [owners.map(({ userId }) => userId)],
  );
  expect(records).toEqual([]);
});

test('a freeze waits for an approval of the user that is being made', async () => {
  const owner = await world.newActor({ balancePaise: 1000_00 });
  const { id } = await world.withdraw(owner, 100_00, await world.newBankAccount(owner));
  let freezing: Promise<unknown> = Promise.resolve();
  await world.db.transaction(async (tx) => {
    await tx.query('SELECT FROM transactions WHERE id = $1 FOR UPDATE', [id]);
    freezing = freeze(owner);
    await expect.poll(async () => (await waitingLocks()).length).toBeGreaterThan(0);
  });
  await freezing;
});

function waitingLocks() {
  return world.db.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
}

test('needs a reason and an existing user, and administrators cannot freeze themselves', async () => {
  const owner = await world.newActor();
  await expect(freeze(owner, '')).rejects.toMatchObject({ code: 'FREEZE_REASON_REQUIRED' });
  await expect(freeze(world.admin)).rejects.toMatchObject({ code: 'OWN_ACCOUNT_PROTECTED' });
  const nobody = { ...owner, userId: userIdSchema.parse(randomUUID()) };
  await expect(freeze(nobody)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('records each change once, notifies the user of the reason, and lists frozen accounts', async () => {
  const owner = await world.newActor();
  const { userId } = owner;
  const listed = async () =>
    (await listUsers(world.deps, { search: '', account: 'frozen', limit: 100 })).rows.map(
      ({ id }) => id,
    );
  for (const reason of [REASON, REASON, 'Another reason']) await freeze(owner, reason);
  expect(await getUser(world.deps, userId)).toMatchObject({
    isFrozen: true,
    freeze: { reason: 'Another reason', at: world.deps.clock.now() },
  });
  expect(await listed()).toContain(userId);
  for (const _ of [1, 2]) await unfreeze(owner);
  expect(await getUser(world.deps, userId)).toMatchObject({ isFrozen: false, freeze: null });
  expect(await listed()).not.toContain(userId);
  const records = await world.db.query(
    `SELECT action, actor_id AS "actorId", before, after FROM audit_log
     WHERE chain_id = $1 AND action LIKE 'user.%freeze' ORDER BY seq`,
    [userId],
  );
  const by = { actorId: world.admin.userId };
  const [yes, no] = [{ isFrozen: true }, { isFrozen: false }];
  expect(records).toEqual([
    { ...by, action: 'user.freeze', before: no, after: yes },
    { ...by, action: 'user.freeze', before: yes, after: yes },
    { ...by, action: 'user.unfreeze', before: yes, after: no },
  ]);
  const notices = await world.db.query<{ message: string }>(
    'SELECT message FROM notifications WHERE user_id = $1 ORDER BY message',
    [userId],
  );
  expect(notices.map(({ message }) => message.split('Reason: ')[1])).toEqual([
    'Another reason',
    REASON,
    'Explained by phone',
  ]);
});

test('of an administrator’s account needs a second approval', async () => {
  const colleague = await world.newActor({ role: 'admin' });
  const third = await world.newActor({ role: 'admin' });
  await setRules(world.db, { administrator: {} });
  const id = await approvalOf(freeze(colleague));
  expect(await getUser(world.deps, colleague.userId)).toMatchObject({ isFrozen: false });
  await confirmApproval(world.deps, third, { id, executor: approvalCommands });
  expect(await getUser(world.deps, colleague.userId)).toMatchObject({ isFrozen: true });
});
