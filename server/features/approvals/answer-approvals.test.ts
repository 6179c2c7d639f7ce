import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UserId } from '#contract/shared/base.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import { saveSettings } from '../settings/settings.ts';
import { adjustBalance } from '../users/adjust-balance.ts';
import { removeUser } from '../users/remove-user.ts';
import { setVerificationLevel } from '../users/set-level.ts';
import { createTypedUser, setPassword, setRole, setStatus } from '../users/users.ts';
import {
  confirmApproval,
  getApproval,
  listApprovals,
  refuseApproval,
  summarizeApprovals,
  withdrawApproval,
} from './answer-approvals.ts';
import { listRules, saveRule } from './approval-rules.ts';
import { expireOldApprovals } from './expire-approvals.ts';

let world: MoneyWorld;
let maker: Actor;
let other: Actor;
let third: Actor;
let owner: Actor;

beforeEach(async () => {
  world = await openMoneyWorld();
  maker = world.admin;
  other = await world.newActor({ role: 'admin' });
  third = await world.newActor({ role: 'admin' });
  owner = await world.newActor({ balancePaise: 100_000 });
  await setRules(world.db, {
    adjustment: { thresholdPaise: 1_000_000 },
    administrator: {},
    newAdministrator: {},
    rules: {},
  });
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

function adjust(newBalance = '21000', { by = maker, requestKey = randomUUID() as string } = {}) {
  return adjustBalance(world.deps, by, {
    userId: owner.userId,
    newBalance,
    shownBalancePaise: 100_000,
    reason: 'Refund of a payment',
    requestKey,
  });
}

const balance = async () => (await world.wallet(owner)).balancePaise;
const confirm = (by: Actor, id: string) =>
  confirmApproval(world.deps, by, { id, executor: approvalCommands });
const stateOf = async (id: string) => (await getApproval(world.deps, maker, id)).state;

async function titlesOf(actor: Actor): Promise<string[]> {
  const rows = await world.db.query<{ title: string }>(
    'SELECT title FROM notifications WHERE user_id = $1 ORDER BY id',
    [actor.userId],
  );
  return rows.map(({ title }) => title);
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('a command that a rule covers', () => {
  test('changes nothing, stores one request and notifies the other administrators', async () => {
    const id = await approvalOf(adjust());
    expect(await balance()).toBe(100_000);
    expect(await getApproval(world.deps, maker, id)).toMatchObject({
      kind: 'adjustment',
      command: 'users.adjustBalance',
      state: 'waiting',
      maker: { id: maker.userId },
      concerned: { id: owner.userId },
      amountPaise: 2_000_000,
      reason: 'Refund of a payment',
      before: { balancePaise: 100_000 },
      after: { balancePaise: 2_100_000 },
      needed: 1,
      obstacle: 'maker',
      isOwn: true,
    });
    expect(await titlesOf(maker)).toEqual([]);
    expect(await titlesOf(other)).toEqual(['Second approval needed']);
    expect(await titlesOf(third)).toEqual(['Second approval needed']);
  });

  test('returns the same request when it is sent again while it waits', async () => {
    const id = await approvalOf(adjust());
    expect(await approvalOf(adjust())).toBe(id);
    expect(await titlesOf(other)).toHaveLength(1);
  });

  test('makes no second request for its key after the end of the first', async () => {
    const requestKey = randomUUID();
    const id = await approvalOf(adjust('21000', { requestKey }));
    await withdrawApproval(world.deps, maker, id);
    expect(await approvalOf(adjust('21000', { requestKey }))).toBe(id);
    expect(await stateOf(id)).toBe('withdrawn');
  });

  test('is an adjustment that exceeds the threshold together with those of the same admin, account and day', async () => {
    const move = (direction: 'credit' | 'debit', amount: string, by = maker, to = owner) =>
      adjustBalance(world.deps, by, {
        userId: to.userId,
        direction,
        amount,
        reason: 'Refund of a payment',
        requestKey: randomUUID(),
      });
    await move('credit', '6000');
    await move('credit', '4000');
    const id = await approvalOf(move('credit', '0.01'));
    expect(await getApproval(world.deps, maker, id)).toMatchObject({ amountPaise: 1 });
    const pass = (ms: number) => world.setNow(new Date(world.deps.clock.now().getTime() + ms));
    await pass(1000);
    await confirm(other, id);
    await pass(1000);
    // What another administrator confirmed does not count, and a step back makes room.
    await move('debit', '1');
    await move('credit', '1');
    await approvalOf(move('credit', '0.01'));
    await move('credit', '10000', other);
    await move('credit', '10000', maker, await world.newActor());
    await pass(24 * 60 * 60_000);
    await move('credit', '10000');
    expect(await balance()).toBe(100_000 + 3_000_000 + 1);
  });

  test('is one of two concurrent adjustments that exceed the threshold together', async () => {
    const credit = () =>
      adjustBalance(world.deps, maker, {
        userId: owner.userId,
        direction: 'credit',
        amount: '6000',
        reason: 'Refund of a payment',
        requestKey: randomUUID(),
      });
    const outcomes = await Promise.allSettled([credit(), credit(), credit()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance()).toBe(700_000);
  });

  test('takes effect immediately up to the threshold', async () => {
    await adjust('11000');
    expect(await balance()).toBe(1_100_000);
  });

  test('takes effect immediately while there is only one active administrator', async () => {
    await world.db.query(`UPDATE users SET status = 'inactive' WHERE role = 'admin' AND id <> $1`, [
      maker.userId,
    ]);
    await adjust();
    expect(await balance()).toBe(2_100_000);
    expect(await summarizeApprovals(world.deps, maker)).toMatchObject({ activeAdmins: 1 });
    await world.db.query(`UPDATE users SET status = 'active'`);
  });

  test('is refused when too many requests of its maker wait', async () => {
    await world.db.query(
      `INSERT INTO approval_requests (id, kind, command, input, fingerprint, maker_id, target_id, action, entity, needed, created_at, expires_at)
       SELECT gen_random_uuid(), 'adjustment', 'users.adjustBalance', '{}', int4send(n), $1, 'x', 'user.adjustBalance', 'user', 1, now(), '9999-12-31'
       FROM generate_series(1, 500) AS n`,
      [maker.userId],
    );
    await expect(adjust()).rejects.toEqual(refusal('TOO_MANY_APPROVALS'));
    await approvalOf(adjust('21000', { by: other }));
  });

  test('stores no more requests than the limit when several are sent concurrently', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => world.newActor()));
    await world.db.query(
      `INSERT INTO approval_requests (id, kind, command, input, fingerprint, maker_id, target_id, action, entity, needed, created_at, expires_at)
       SELECT gen_random_uuid(), 'adjustment', 'users.adjustBalance', '{}', int4send(n), $1, 'x', 'user.adjustBalance', 'user', 1, now(), '9999-12-31'
       FROM generate_series(1, 498) AS n`,
      [maker.userId],
    );
    const sent = owners.map(({ userId }) =>
      adjustBalance(world.deps, maker, {
        userId,
        newBalance: '20000',
        shownBalancePaise: 0,
        reason: 'Refund of a payment',
        requestKey: randomUUID(),
      }).catch((error: { code: string }) => error.code),
    );
    expect((await Promise.all(sent)).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'SECOND_APPROVAL_REQUIRED'),
      ...Array.from({ length: 4 }, () => 'TOO_MANY_APPROVALS'),
    ]);
  });
});

describe('a confirmation', () => {
  test('carries the command out as its maker and notifies the maker', async () => {
    const id = await approvalOf(adjust());
    expect(await confirm(other, id)).toMatchObject({
      state: 'confirmed',
      confirmations: [{ id: other.userId }],
      endedBy: { id: other.userId },
    });
    expect(await balance()).toBe(2_100_000);
    const [record] = await world.db.query(
      `SELECT actor_id AS actor FROM audit_log WHERE chain_id = $1 AND action = 'user.adjustBalance'`,
      [owner.userId],
    );
    expect(record).toEqual({ actor: maker.userId });
    expect(await titlesOf(maker)).toEqual(['Approval request confirmed']);
    const [stored] = await world.db.query('SELECT input FROM approval_requests');
    expect(stored).toEqual({ input: null });
  });

  test('is refused to the maker', async () => {
    const id = await approvalOf(adjust());
    await expect(confirm(maker, id)).rejects.toEqual(refusal('APPROVAL_OWN'));
    await expect(refuseApproval(world.deps, maker, { id })).rejects.toEqual(
      refusal('APPROVAL_OWN'),
    );
    expect(await balance()).toBe(100_000);
  });

  test('is refused to the person concerned', async () => {
    const change = { userId: other.userId, role: 'user' } as const;
    const id = await approvalOf(setRole(world.deps, maker, change));
    await expect(confirm(other, id)).rejects.toEqual(refusal('APPROVAL_CONCERNS_CALLER'));
    await confirm(third, id);
    const [row] = await world.db.query('SELECT role FROM users WHERE id = $1', [other.userId]);
    expect(row).toEqual({ role: 'user' });
  });

  test.each([
    ['an account that the maker set up', 'user.create'],
    ['an account that the maker set up', 'user.setPassword'],
    ['the person who set up the maker’s account', 'user.create'],
    ['the person who set up the maker’s account', 'user.setPassword'],
  ])('is refused to %s for 30 days after %s', async (who, action) => {
    const [account, actor] = who.startsWith('an') ? [other, maker] : [maker, other];
    const id = await approvalOf(adjust());
    // The records of a user's chain are the only trace that counts; this world makes its users as the server does.
    await world.db.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
    const record = (days: number) =>
      world.db.query(
        `UPDATE audit_log SET action = $3, actor_id = $2, created_at = $4
           WHERE chain_id = $1::text AND action IN ('user.create', 'user.setPassword')`,
        [
          account.userId,
          actor.userId,
          action,
          new Date(world.deps.clock.now().getTime() - days * 24 * 60 * 60_000),
        ],
      );
    const [kept] = await world.db.query<{ created_at: Date }>(
      `SELECT created_at FROM audit_log WHERE chain_id = $1::text AND action = 'user.create'`,
      [account.userId],
    );
    await record(29);
    expect(await summarizeApprovals(world.deps, other)).toMatchObject({ confirmable: 0 });
    await expect(confirm(other, id)).rejects.toEqual(refusal('APPROVAL_RECENT_ACCOUNT'));
    const shown = await getApproval(world.deps, other, id);
    expect(shown.obstacle).toBe('recentAccount');
    await record(31);
    await confirm(other, id);
    await world.db.query(
      `UPDATE audit_log SET action = 'user.create', actor_id = NULL, created_at = $2
         WHERE chain_id = $1::text AND action = $3`,
      [account.userId, kept?.created_at, action],
    );
    await world.db.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only');
  });

  test('closes a balance above the daily total of adjustments, which unconfirmed deletions count towards', async () => {
    await setRules(world.db, { adjustment: { thresholdPaise: 60_000 } });
    await saveSettings(world.deps, maker, { adjustmentDayPaise: 60_000 });
    const small = await world.newActor({ balancePaise: 60_000 });
    const next = await world.newActor({ balancePaise: 10_000 });
    await removeUser(world.deps, maker, small.userId);
    await expect(removeUser(world.deps, maker, next.userId)).rejects.toEqual(
      refusal('ADJUSTMENT_DAY_LIMIT'),
    );
    await confirm(other, await approvalOf(removeUser(world.deps, maker, owner.userId)));
    const deleted = 'SELECT id FROM users WHERE deleted_at IS NOT NULL ORDER BY created_at, id';
    const ids = (await world.db.query<{ id: string }>(deleted)).map(({ id }) => id);
    expect(ids.sort()).toEqual([small.userId, owner.userId].sort());
  });

  test('is not confirmed by an administrator whom the maker made one in the last 30 days, however old the account is', async () => {
    const old = await world.newActor();
    const start = world.deps.clock.now().getTime();
    const role = { userId: old.userId, role: 'admin', adminRole: 'reviewer' } as const;
    await confirm(other, await approvalOf(setRole(world.deps, maker, role)));
    const id = await approvalOf(adjust());
    expect((await getApproval(world.deps, old, id)).obstacle).toBe('recentAccount');
    await expect(confirm(old, id)).rejects.toEqual(refusal('APPROVAL_RECENT_ACCOUNT'));
    await withdrawApproval(world.deps, maker, id);
    await world.setNow(new Date(start + 31 * 24 * 60 * 60_000));
    await confirm(old, await approvalOf(adjust()));
    expect(await balance()).toBe(2_100_000);
  });

  test('changes nothing but the request when the situation has changed', async () => {
    const id = await approvalOf(adjust());
    await adjust('1500');
    await expect(confirm(other, id)).rejects.toEqual(refusal('APPROVAL_FAILED'));
    expect(await balance()).toBe(150_000);
    expect(await getApproval(world.deps, maker, id)).toMatchObject({
      state: 'failed',
      failure: 'BALANCE_CHANGED',
      confirmations: [],
    });
    expect(await titlesOf(maker)).toEqual(['Approval request failed']);
  });

  test('fails when the maker has lost the role, and not when the maker has logged out', async () => {
    const kept = await approvalOf(adjust());
    const lost = await approvalOf(adjust('22000', { by: third }));
    await world.db.query(
      `UPDATE sessions SET ended_at = now(), ended_reason = 'logout' WHERE user_id = $1`,
      [maker.userId],
    );
    await world.db.query(`UPDATE users SET role = 'user' WHERE id = $1`, [third.userId]);
    await expect(confirm(other, lost)).rejects.toEqual(refusal('APPROVAL_FAILED'));
    expect(await confirm(other, kept)).toMatchObject({ state: 'confirmed' });
    await world.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [third.userId]);
  });

  test.each(['logout', 'expired'])(
    'fails when all sessions of the maker end after the one of the request (%s)',
    async (reason) => {
      const id = await approvalOf(adjust());
      await world.db.query(
        `UPDATE sessions SET ended_at = now(), ended_reason = $2 WHERE user_id = $1`,
        [maker.userId, reason],
      );
      const { userId } = maker;
      await world.db.transaction((tx) =>
        endSessionsOfUser(tx, { userId, reason: 'password_changed' }),
      );
      await expect(confirm(other, id)).rejects.toEqual(refusal('APPROVAL_FAILED'));
      expect(await balance()).toBe(100_000);
    },
  );

  test('carries the command out only when enough different administrators have confirmed', async () => {
    await setRules(world.db, { adjustment: { thresholdPaise: 1_000_000, approvals: 2 } });
    const id = await approvalOf(adjust());
    expect(await confirm(other, id)).toMatchObject({ state: 'waiting', obstacle: 'confirmed' });
    expect(await confirm(other, id)).toMatchObject({ state: 'waiting' });
    expect(await balance()).toBe(100_000);
    expect(await confirm(third, id)).toMatchObject({ state: 'confirmed' });
    expect(await balance()).toBe(2_100_000);
  });

  test('of an ended request is refused', async () => {
    const id = await approvalOf(adjust());
    await refuseApproval(world.deps, other, { id, reason: 'No receipt' });
    await expect(confirm(third, id)).rejects.toEqual(refusal('APPROVAL_ENDED'));
    await expect(confirm(third, randomUUID())).rejects.toEqual(refusal('APPROVAL_NOT_FOUND'));
    expect(await getApproval(world.deps, maker, id)).toMatchObject({
      state: 'refused',
      refusal: 'No receipt',
    });
    expect(await titlesOf(maker)).toEqual(['Approval request rejected']);
  });
});

test('only the maker can withdraw a request', async () => {
  const id = await approvalOf(adjust());
  await expect(withdrawApproval(world.deps, other, id)).rejects.toEqual(
    refusal('APPROVAL_OF_ANOTHER'),
  );
  await withdrawApproval(world.deps, maker, id);
  expect(await stateOf(id)).toBe('withdrawn');
});

test('a request expires after 48 hours, with one notification, even if two servers run the job', async () => {
  const id = await approvalOf(adjust());
  const day = (hours: number) => new Date(Date.parse('2026-11-01T10:00:00Z') + hours * 3_600_000);
  await world.setNow(day(47));
  await expireOldApprovals(world.deps);
  expect(await stateOf(id)).toBe('waiting');
  await world.setNow(day(48));
  await expect(confirm(other, id)).rejects.toEqual(refusal('APPROVAL_ENDED'));
  await Promise.all([expireOldApprovals(world.deps), expireOldApprovals(world.deps)]);
  expect(await stateOf(id)).toBe('expired');
  expect(await titlesOf(maker)).toEqual(['Approval request expired']);
});

describe('of an administrator’s account', () => {
  test('password, role, status and deletion need a confirmation', async () => {
    const { userId } = other;
    const { deps } = world;
    const password = { userId, newPassword: 'a-new-secret' };
    const ids = [
      await approvalOf(setPassword(deps, maker, password)),
      await approvalOf(setRole(deps, maker, { userId, role: 'user' })),
      await approvalOf(setStatus(deps, maker, { userId, status: 'inactive' })),
      await approvalOf(removeUser(deps, maker, userId)),
    ];
    const page = await listApprovals(deps, third, { tab: 'waiting', limit: 50 });
    expect(page.rows.map(({ id }) => id)).toEqual(ids);
    for (const id of ids) {
      const [stored] = await world.db.query<{ input: object }>(
        'SELECT input FROM approval_requests WHERE id = $1',
        [id],
      );
      expect(JSON.stringify(stored?.input)).not.toContain('a-new-secret');
    }
    const [, , , removal = ''] = ids;
    await confirm(third, removal);
    const [{ deletedAt } = {}] = await world.db.query<{ deletedAt?: Date }>(
      'SELECT deleted_at AS "deletedAt" FROM users WHERE id = $1',
      [userId],
    );
    expect(deletedAt).toBeInstanceOf(Date);
  });

  test('a small adjustment and another verification level need a confirmation', async () => {
    const { userId } = other;
    const adjustment = adjustBalance(world.deps, maker, {
      userId,
      newBalance: '10',
      shownBalancePaise: 0,
      reason: 'Refund of a payment',
      requestKey: randomUUID(),
    });
    const level = { userId, level: 'full', reason: 'Documents were checked' } as const;
    const ids = [
      await approvalOf(adjustment),
      await approvalOf(setVerificationLevel(world.deps, maker, level)),
    ];
    await expect(confirm(other, ids[0] ?? '')).rejects.toEqual(refusal('APPROVAL_CONCERNS_CALLER'));
    for (const id of ids) await confirm(third, id);
    expect((await world.wallet(other)).balancePaise).toBe(1000);
    const [row] = await world.db.query(
      'SELECT verification_level AS level FROM users WHERE id = $1',
      [userId],
    );
    expect(row).toEqual({ level: 'full' });
    await setVerificationLevel(world.deps, maker, { ...level, userId: owner.userId });
  });

  test('no request is stored if only the person concerned could confirm it', async () => {
    const others = [maker.userId, other.userId];
    const deactivate = `UPDATE users SET status = 'inactive' WHERE role = 'admin' AND id <> ALL ($1)`;
    await world.db.query(deactivate, [others]);
    const { userId } = other;
    const password = { userId, newPassword: 'a-new-secret' };
    await expect(setPassword(world.deps, maker, password)).rejects.toEqual(refusal('NO_CONFIRMER'));
    expect(await world.db.query('SELECT 1 FROM approval_requests')).toEqual([]);
    const typed = { username: 'new-admin', password: 'a-new-secret', role: 'admin' } as const;
    await confirm(other, await approvalOf(createTypedUser(world.deps, maker, typed)));
    await world.db.query(`UPDATE users SET status = 'active'`);
  });

  test('a confirmed password works', async () => {
    const { userId } = other;
    const change = { userId, newPassword: 'a-new-secret' };
    const id = await approvalOf(setPassword(world.deps, maker, change));
    const hashOf = async () =>
      (await world.db.query('SELECT password_hash FROM users WHERE id = $1', [userId]))[0];
    const before = await hashOf();
    await confirm(third, id);
    expect(await hashOf()).not.toEqual(before);
  });

  test('creating or promoting one needs a confirmation', async () => {
    const typed = { username: 'new-admin', password: 'a-new-secret', role: 'admin' } as const;
    const id = await approvalOf(createTypedUser(world.deps, maker, typed));
    const promotion = { userId: owner.userId, role: 'admin' } as const;
    await approvalOf(setRole(world.deps, maker, promotion));
    await createTypedUser(world.deps, maker, { ...typed, username: 'someone', role: 'user' });
    await confirm(other, id);
    const [made] = await world.db.query(`SELECT role FROM users WHERE username = 'new-admin'`);
    expect(made).toEqual({ role: 'admin' });
  });
});

test('changing a rule needs a confirmation, and the new rule is in force afterwards', async () => {
  const rule = { kind: 'adjustment', thresholdPaise: 5_000_000, approvals: 1, isActive: true };
  const id = await approvalOf(saveRule(world.deps, maker, { ...rule, kind: 'adjustment' }));
  await approvalOf(adjust());
  await confirm(other, id);
  expect(await listRules(world.deps)).toContainEqual(rule);
  await adjust();
  expect(await balance()).toBe(2_100_000);
});

test('the database refuses to rewrite a request, and to change an ended one, a confirmation or a rule', async () => {
  const id = await approvalOf(adjust());
  for (const column of ['before', 'after', 'maker_credential']) {
    const rewrite = world.db.query(`UPDATE approval_requests SET ${column} = '{}'`);
    await expect(rewrite).rejects.toThrow();
  }
  for (const change of [`reason = 'Another'`, 'request_key = NULL', 'needed = 0']) {
    await expect(world.db.query(`UPDATE approval_requests SET ${change}`)).rejects.toThrow();
  }
  await confirm(other, id);
  for (const statement of [
    `UPDATE approval_requests SET state = 'waiting'`,
    'UPDATE approval_requests SET maker_id = NULL',
    'DELETE FROM approval_requests',
    'UPDATE approval_confirmations SET created_at = now()',
    'DELETE FROM approval_rules',
  ]) {
    await expect(world.db.query(statement)).rejects.toThrow();
  }
});

test('a deletion erases names and reasons from the requests about the account, and nothing else', async () => {
  const typed = { username: 'leaving-admin', password: 'a-new-secret', role: 'admin' } as const;
  await confirm(other, await approvalOf(createTypedUser(world.deps, maker, typed)));
  const [leaving] = await world.db.query<{ id: UserId }>(
    `SELECT id FROM users WHERE username = 'leaving-admin'`,
  );
  const userId = leaving?.id ?? expect.unreachable();
  const change = (newBalance: string) =>
    adjustBalance(world.deps, maker, {
      userId,
      newBalance,
      shownBalancePaise: 0,
      reason: 'A private reason',
      requestKey: randomUUID(),
    });
  await refuseApproval(world.deps, other, {
    id: await approvalOf(change('10')),
    reason: 'Refused for a private reason',
  });
  const kept = `SELECT id, state, maker_id, concerned_id, amount_paise, action, needed, created_at
    FROM approval_requests WHERE state <> 'waiting' ORDER BY id`;
  const before = await world.db.query(kept);
  const waiting = await approvalOf(change('20'));
  await confirm(other, await approvalOf(removeUser(world.deps, maker, userId)));
  const after = await world.db.query<{ id: string }>(kept);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(await stateOf(waiting)).toBe('failed');
  const rows = await world.db.query('SELECT r::text AS row FROM approval_requests r');
  expect(rows).toHaveLength(4);
  for (const text of ['leaving-admin', 'private reason']) {
    expect(JSON.stringify(rows)).not.toContain(text);
  }
  await expect(
    world.db.query('UPDATE approval_requests SET erased_at = now() WHERE erased_at IS NOT NULL'),
  ).rejects.toThrow();
  const id = await approvalOf(adjust());
  await confirm(other, id);
  const raised = 'UPDATE approval_requests SET erased_at = now(), reason = NULL, amount_paise = 1';
  await expect(world.db.query(`${raised} WHERE id = $1`, [id])).rejects.toThrow();
});
