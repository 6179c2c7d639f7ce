import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Rights } from '#contract/shared/permissions.ts';
import { project } from '#server/db/projector.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { errorCodeOf, startTestApp } from '#server/testing/harness.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { claimRequest } from '../review/claims.ts';
import { decideTransactions } from '../review/decide.ts';
import { addReason, switchReason } from '../settings/reasons.ts';
import { saveSettings } from '../settings/settings.ts';
import { adjustBalance } from '../users/adjust-balance.ts';
import { removeUser } from '../users/remove-user.ts';
import { getCharts } from './dashboards.ts';
import { getWork } from './open-work.ts';

let world: MoneyWorld;
let owner: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  owner = await world.newActor({ balancePaise: 100_000 });
});
afterEach(() => expectVerified(world.db, { withoutRecords: true }));
afterAll(() => world.close());

async function decide(ids: string[], by: Actor, reasonId?: string): Promise<void> {
  const decision = reasonId === undefined ? ('approved' as const) : ('rejected' as const);
  const said = reasonId ? { reasonId } : {};
  const request = { ids, decision, requestKey: randomUUID(), ...said };
  const outcomes = await decideTransactions(world.deps, by, request);
  expect([...outcomes.values()]).toEqual(ids.map(() => undefined));
}
const deposits = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await world.deposit(owner, 100)).id);
  return ids;
};

test('reports the number, age and amount of pending requests, and how many are overdue', async () => {
  const { queue: before } = await getWork(world.deps, world.admin);
  expect(before).toEqual(
    ['deposit', 'withdrawal'].map((type) => ({
      type,
      count: 0,
      amountPaise: 0n,
      oldestAt: null,
      overdue: 0,
      overdueIsExact: true,
    })),
  );
  await saveSettings(world.deps, world.admin, { targetMinutes: 60 });
  await world.setNow(new Date('2026-11-03T10:00:00Z'));
  await world.deposit(owner, 700);
  await project(world.db);
  await world.setNow(new Date('2026-11-03T10:00:00.001Z'));
  await world.deposit(owner, 300);
  await world.withdraw(owner, 2000, await world.newBankAccount(owner));
  await world.setNow(new Date('2026-11-03T11:00:00.001Z'));
  const { queue, targetMinutes } = await getWork(world.deps, world.admin);
  expect(targetMinutes).toBe(60);
  expect(queue).toMatchObject([
    { count: 2, amountPaise: 1000n, oldestAt: new Date('2026-11-03T10:00:00Z'), overdue: 1 },
    { count: 1, amountPaise: 2000n, oldestAt: new Date('2026-11-03T10:00:00.001Z'), overdue: 0 },
  ]);
  await saveSettings(world.deps, world.admin, { targetMinutes: 5 });
  expect((await getWork(world.deps, world.admin)).queue.map(({ overdue }) => overdue)).toEqual([
    2, 1,
  ]);
});

test('counts decisions per administrator since midnight in India, without adjustments', async () => {
  const second = await world.newActor({ role: 'admin' });
  await world.setNow(new Date('2026-11-05T18:29:59.999Z'));
  await decide(await deposits(1), world.admin);
  await world.setNow(new Date('2026-11-05T18:30:00Z'));
  const [reason] = await world.db.query<{ id: string }>('SELECT id FROM rejection_reasons LIMIT 1');
  await decide(await deposits(2), world.admin);
  await project(world.db);
  await decide(await deposits(1), world.admin, reason?.id);
  await decide(await deposits(1), second, '');
  await adjustBalance(world.deps, second, {
    userId: owner.userId,
    newBalance: '9999',
    shownBalancePaise: (await world.wallet(owner)).balancePaise,
    reason: 'Refund of a fee',
    requestKey: randomUUID(),
  });
  const own = {
    userId: world.admin.userId,
    userName: world.admin.username,
    approved: 2,
    rejected: 1,
  };
  expect((await getWork(world.deps, world.admin)).decidedToday).toEqual([
    own,
    { userId: second.userId, userName: second.username, approved: 0, rejected: 1 },
  ]);
  await removeUser(world.deps, world.admin, second.userId);
  expect((await getWork(world.deps, world.admin)).decidedToday).toEqual([
    own,
    { userId: null, userName: null, approved: 0, rejected: 1 },
  ]);
  await world.setNow(new Date('2026-11-06T18:30:00Z'));
  expect((await getWork(world.deps, world.admin)).decidedToday).toEqual([]);
});

test('sums what was approved since midnight in India, by type', async () => {
  const today = async () => (await getWork(world.deps, world.admin)).today;
  await world.setNow(new Date('2026-11-08T18:29:59Z'));
  await decide([(await world.deposit(owner, 500)).id], world.admin);
  const waiting = await world.deposit(owner, 700);
  await world.setNow(new Date('2026-11-08T18:30:00Z'));
  expect(await today()).toEqual([
    { type: 'deposit', count: 0, amountPaise: 0n },
    { type: 'withdrawal', count: 0, amountPaise: 0n },
  ]);
  await decide([waiting.id], world.admin);
  await project(world.db);
  const paid = await world.withdraw(owner, 3000, await world.newBankAccount(owner));
  await decide([paid.id], world.admin);
  expect(await today()).toEqual([
    { type: 'deposit', count: 1, amountPaise: 700n },
    { type: 'withdrawal', count: 1, amountPaise: 3000n },
  ]);
});

test('lists the administrators who are active now, and how many requests they review', async () => {
  // Fixed: all clocks of a money world are set, and stand still.
  const now = new Date('2026-11-09T10:00:00Z');
  await world.setNow(now);
  const [reviewer, idle] = [
    await world.newActor({ role: 'admin', adminRole: 'reviewer' }),
    await world.newActor({ role: 'admin' }),
  ];
  const see = ({ userId }: Actor, at: string) =>
    world.db.query('UPDATE sessions SET last_seen_at = $2 WHERE user_id = $1', [userId, at]);
  await see(reviewer, '2026-11-09T09:58:00Z');
  await see(idle, '2026-11-09T09:49:59Z');
  const waiting = await world.deposit(owner, 900);
  await claimRequest(world.deps, reviewer, waiting.id);
  const { atWork } = await getWork(world.deps, world.admin);
  const known = new Set([reviewer.userId, idle.userId, owner.userId]);
  expect(atWork.filter(({ userId }) => known.has(userId))).toEqual([
    {
      userId: reviewer.userId,
      userName: reviewer.username,
      lastSeenAt: new Date('2026-11-09T09:58:00Z'),
      claimed: 1,
    },
  ]);
  await decide([waiting.id], world.admin);
});

test('counts other work by kind, as far as the reader may see it', async () => {
  const others = async (reader: Rights) => (await getWork(world.deps, reader)).others;
  const none = { count: 0, oldestAt: null };
  expect(await others(world.admin)).toEqual(
    ['approval', 'verification', 'message', 'closure'].map((kind) => ({ kind, ...none })),
  );
  const asked = new Date('2026-11-08T10:00:00Z');
  await world.db.query(
    `INSERT INTO closure_requests (id, user_id, reason, state, created_at)
     VALUES ($1, $2, '', 'open', $3)`,
    [randomUUID(), owner.userId, asked],
  );
  expect(await others({ role: 'admin', adminRole: 'reviewer' })).toEqual([
    { kind: 'approval', ...none },
    { kind: 'message', ...none },
    { kind: 'closure', count: 1, oldestAt: asked },
  ]);
  await world.db.query('DELETE FROM closure_requests');
});

test('counts rejections by reason, including disabled reasons and excluding deleted users', async () => {
  await world.setNow(new Date('2026-12-20T10:00:00Z'));
  const texts = { en: 'Wrong wallet.', hi: 'गलत वॉलेट।' };
  const { id } = await addReason(world.deps, world.admin, texts);
  await decide(await deposits(2), world.admin, id);
  await switchReason(world.deps, world.admin, { id, isActive: false });
  await project(world.db);
  await decide(await deposits(1), world.admin, id);
  const leaving = await world.newActor();
  await decide([(await world.deposit(leaving, 100)).id], world.admin, '');
  const reasons = async (days: number) => (await getCharts(world.deps, days)).byReason;
  expect(await reasons(30)).toEqual([
    { reason: texts, count: 3 },
    { reason: null, count: 1 },
  ]);
  await world.db.query('DELETE FROM transactions WHERE user_id = $1', [leaving.userId]);
  expect(await reasons(30)).toEqual([{ reason: texts, count: 3 }]);
  await world.db.query(`DELETE FROM rejection_reasons WHERE id = $1`, [id]);
  expect(await reasons(30)).toEqual([{ reason: { en: texts.en }, count: 3 }]);
  expect((await reasons(90)).length).toBeGreaterThan(1);
});

test('only administrators can read the workload', async () => {
  const app = await startTestApp();
  const [admin, user] = [await app.admin(), await app.newUser()];
  expect(await admin.api.dashboards.work()).toMatchObject({
    targetMinutes: 1440,
    decidedToday: [],
  });
  const rest = await fetch(`${app.baseUrl}/api/v1/dashboards/work`, {
    headers: { cookie: admin.cookie },
  });
  expect(await rest.json()).toMatchObject({ queue: [{ type: 'deposit', amountPaise: '0' }, {}] });
  expect(await errorCodeOf(user.api.dashboards.work())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().dashboards.work())).toBe('MISSING_SESSION');
  await app.close();
});
