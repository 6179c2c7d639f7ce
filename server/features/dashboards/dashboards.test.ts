import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '#server/base/log.ts';
import { openDatabase } from '#server/db/database.ts';
import { countUnprojected, project } from '#server/db/projector.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { errorCodeOf, startTestApp } from '../../testing/harness.ts';
import { decideTransactions } from '../review/decide.ts';
import { createSource } from '../sources/sources.ts';
import {
  checkHealth,
  getAdminDashboard,
  getCharts,
  getOwnCounts,
  listRecent,
} from './dashboards.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());

async function approve(id: string, sourceId?: string): Promise<void> {
  const decision = { ids: [id], requestKey: randomUUID(), sourceId };
  expect([
    ...(
      await decideTransactions(world.deps, world.admin, { ...decision, decision: 'approved' })
    ).values(),
  ]).toEqual([undefined]);
}

/** Inserts a transaction as an import or an adjustment does, without a request. */
async function importRow(owner: Actor, changes: Record<string, unknown>): Promise<void> {
  const row = {
    user_id: owner.userId,
    id: randomUUID(),
    type: 'deposit',
    amount_paise: 500,
    reference_id: `OLD-${randomUUID()}`,
    receipt_url: '/old/receipt.jpg',
    created_at: new Date('2026-10-01T00:00:00Z'),
    updated_at: new Date('2026-10-01T00:00:00Z'),
    ...changes,
  };
  const names = Object.keys(row);
  await world.db.query(
    `INSERT INTO transactions (${names.join()}) VALUES (${names.map((_, n) => `$${n + 1}`).join()})`,
    Object.values(row),
  );
}

describe('the user’s own dashboard', () => {
  test('counts all transactions and pending requests of the user only', async () => {
    const [owner, other] = [await world.newActor(), await world.newActor()];
    expect(await getOwnCounts(world.deps, owner)).toEqual({
      totalTransactions: 0,
      pendingRequests: 0,
    });
    const first = await world.deposit(owner, 90_000);
    await world.decide(first.id, 'approved');
    const second = await world.deposit(owner, 100);
    await world.withdraw(owner, 1000, await world.newBankAccount(owner));
    await world.decide(second.id, 'rejected');
    expect(await getOwnCounts(world.deps, owner)).toEqual({
      totalTransactions: 3,
      pendingRequests: 1,
    });
    expect(await getOwnCounts(world.deps, other)).toEqual({
      totalTransactions: 0,
      pendingRequests: 0,
    });
    await expectVerified(world.db);
  });

  test('shows the ten newest transactions', async () => {
    const owner = await world.newActor();
    const made = [];
    for (let n = 1; n <= 12; n += 1) made.push((await world.deposit(owner, n * 100)).id);
    const recent = await listRecent(world.deps, owner);
    expect(recent.map(({ id }) => id)).toEqual(made.reverse().slice(0, 10));
  });

  test.each<[string, Record<string, unknown>]>([
    ['an adjustment', { kind: 'adjustment', receipt_url: null }],
    ['a closure', { kind: 'closure', receipt_url: null }],
    ['a payment method', { payment_method: 'Admin Adjustment' }],
    ['another spelling of it', { payment_method: 'admin_adjustment' }],
    ['notes', { admin_notes: 'Administrator balance adjustment: +5' }],
    ['a manual deposit', { payment_method: 'Manual deposit', user_notes: 'Adjustment for May' }],
    ['a reference', { reference_id: 'ADM-1-abcdefgh' }],
  ])(
    'hides transactions that an administrator made, recognized by %s',
    { tags: 'section-4' },
    async (_, changes) => {
      const owner = await world.newActor();
      await importRow(owner, { payment_method: 'UPI', user_notes: 'Rent' });
      await importRow(owner, changes);
      expect((await listRecent(world.deps, owner)).map(({ userNotes }) => userNotes)).toEqual([
        'Rent',
      ]);
      expect((await getOwnCounts(world.deps, owner)).totalTransactions).toBe(1);
      await world.db.query('DELETE FROM transactions WHERE user_id = $1', [owner.userId]);
    },
  );

  test('shows a request whose notes look like those of an adjustment', async () => {
    const owner = await world.newActor();
    const { id } = await world.deposit(owner, 500);
    await world.db.query(
      `UPDATE transactions SET payment_method = 'admin_adjustment', user_notes = 'Administrator balance adjustment'
       WHERE id = $1`,
      [id],
    );
    expect(await listRecent(world.deps, owner)).toHaveLength(1);
  });
});

test('administrators’ totals match all transactions, before and after the rollup', {
  tags: 'section-4',
}, async () => {
  const actual = async () => {
    const [row] = await world.db.query<{
      totalDepositsPaise: number;
      totalWithdrawalsPaise: number;
    }>(
      `SELECT (SELECT count(*) FROM users) AS "totalUsers", count(*) AS "totalTransactions",
         count(*) FILTER (WHERE status = 'pending') AS "pendingTransactions",
         sum(amount_paise) FILTER (WHERE status = 'approved' AND type = 'deposit') AS "totalDepositsPaise",
         coalesce(sum(amount_paise) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0)
           AS "totalWithdrawalsPaise"
       FROM transactions`,
    );
    return {
      ...row,
      totalDepositsPaise: BigInt(row?.totalDepositsPaise ?? 0),
      totalWithdrawalsPaise: BigInt(row?.totalWithdrawalsPaise ?? 0),
    };
  };
  const owner = await world.newActor({ balancePaise: 70_000 });
  const account = await world.newBankAccount(owner);
  await world.decide((await world.withdraw(owner, 2000, account)).id, 'approved');
  expect(await getAdminDashboard(world.deps)).toMatchObject(await actual());
  await project(world.db);
  await world.deposit(owner, 300);
  expect(await getAdminDashboard(world.deps)).toMatchObject({
    ...(await actual()),
    health: { database: true, authentication: true, transactions: true },
  });
});

describe('the charts of administrators', () => {
  beforeEach(async () => {
    await project(world.db);
    await world.db.query('TRUNCATE daily_flows');
  });

  test('show approved amounts by the Indian calendar day of the approval', async () => {
    await world.setNow(new Date('2026-11-10T12:00:00Z'));
    const owner = await world.newActor();
    const deposits = [];
    for (const amount of [10_000, 20_000, 40_000])
      deposits.push(await world.deposit(owner, amount));
    const [first, second, third] = deposits.map(({ id }) => id);
    await world.setNow(new Date('2026-11-10T18:29:59.999Z'));
    await approve(first ?? '');
    await world.setNow(new Date('2026-11-10T18:30:00Z'));
    await approve(second ?? '');
    await project(world.db);
    await approve(third ?? '');
    const withdrawal = await world.withdraw(owner, 5000, await world.newBankAccount(owner));
    await world.decide(withdrawal.id, 'approved');
    const { daily } = await getCharts(world.deps, 30);
    expect(daily).toHaveLength(30);
    expect(daily[0]?.day).toBe('2026-10-13');
    expect(daily.slice(-2)).toEqual([
      { day: '2026-11-10', depositPaise: 10_000n, withdrawalPaise: 0n },
      { day: '2026-11-11', depositPaise: 60_000n, withdrawalPaise: 5000n },
    ]);
    expect((await getCharts(world.deps, 90)).daily[0]?.day).toBe('2026-08-14');
    await world.setNow(new Date('2026-12-20T00:00:00Z'));
    const later = await getCharts(world.deps, 30);
    expect(later.daily.every(({ depositPaise }) => depositPaise === 0n)).toBe(true);
    expect(later.bySource).toEqual([]);
  });

  test('show deposits by source', async () => {
    await world.setNow(new Date('2026-11-12T06:00:00Z'));
    const owner = await world.newActor();
    const form = { name: 'Fair', isActive: true };
    const { id: sourceId } = await createSource(world.deps, world.admin, form);
    for (const amount of [5000, 6000])
      await approve((await world.deposit(owner, amount)).id, sourceId);
    await project(world.db);
    await approve((await world.deposit(owner, 9000)).id);
    expect((await getCharts(world.deps, 30)).bySource).toEqual([
      { sourceId, sourceName: 'Fair', count: 2, amountPaise: 11_000n },
      { sourceId: null, sourceName: null, count: 1, amountPaise: 9000n },
    ]);
  });

  test('show how long requests have been pending', async () => {
    await world.db.query(`DELETE FROM transactions WHERE status = 'pending' AND type = 'deposit'`);
    const waiting = async () =>
      (await getCharts(world.deps, 30)).pendingAge.map(({ bucket, count }) => `${count} ${bucket}`);
    await world.setNow(new Date('2026-11-15T12:00:00Z'));
    const before = (await world.db.query(`SELECT 1 FROM transactions WHERE status = 'pending'`))
      .length;
    const owner = await world.newActor();
    const moments = [
      '2026-11-12T12:00:00Z',
      '2026-11-14T12:00:00Z',
      '2026-11-15T11:00:00Z',
      '2026-11-15T11:00:00.001Z',
    ];
    for (const moment of moments) {
      await world.setNow(new Date(moment));
      await world.deposit(owner, 100);
    }
    await world.setNow(new Date('2026-11-15T12:00:00Z'));
    const expected = ['1 hour', '1 day', '1 threeDays', `${before + 1} older`];
    expect(await waiting()).toEqual(expected);
  });
});

test('two servers that project concurrently lose no flow', async () => {
  const busy = await openMoneyWorld();
  const owner = await busy.newActor({ balancePaise: 100 });
  for (let n = 0; n < 20; n += 1) {
    await busy.decide((await busy.deposit(owner, 100)).id, 'approved');
    await Promise.all([project(busy.db), project(busy.db)]);
  }
  await project(busy.db);
  expect(await countUnprojected(busy.db.query, 1)).toBe(0);
  await expectVerified(busy.db);
  await busy.close();
});

describe('the health check', () => {
  const log = createLogger('silent');

  test('reports the database and transactions as failing when the database is read-only', async () => {
    const readOnly = openDatabase({
      ...world.db.pool.options,
      options: '-c default_transaction_read_only=on',
    });
    expect(await checkHealth({ db: readOnly, log })).toEqual({
      database: false,
      authentication: true,
      transactions: false,
    });
    await readOnly.close();
    expect(await checkHealth({ db: readOnly, log })).toEqual({
      database: false,
      authentication: false,
      transactions: false,
    });
  });

  test('reports transactions as failing when their changes are not read', async () => {
    const insert = `INSERT INTO transaction_changes (type, status, count, amount_paise)
      SELECT 'deposit', 'rejected', 0, 0 FROM generate_series(1, 20000)`;
    await world.db.query(insert);
    expect(await checkHealth(world.deps)).toMatchObject({ database: true, transactions: false });
    await project(world.db);
    expect(await checkHealth(world.deps)).toMatchObject({ transactions: true });
  });
});

test('users read their own dashboard, administrators all, and anonymous callers none', async () => {
  const app = await startTestApp();
  const [admin, user] = [await app.admin(), await app.newUser()];
  expect(await user.api.dashboards.recent()).toEqual([]);
  expect(await user.api.dashboards.own()).toEqual({ totalTransactions: 0, pendingRequests: 0 });
  expect((await admin.api.dashboards.admin()).totalUsers).toBe(3);
  expect((await admin.api.dashboards.charts({ days: 90 })).daily).toHaveLength(90);
  const rest = await fetch(`${app.baseUrl}/api/v1/dashboards/charts?days=30`, {
    headers: { cookie: admin.cookie },
  });
  expect(rest.status).toBe(200);
  expect(await errorCodeOf(admin.api.dashboards.charts({ days: 31 }))).toBe('INVALID_INPUT');
  expect(await errorCodeOf(user.api.dashboards.admin())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(user.api.dashboards.charts({ days: 30 }))).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().dashboards.own())).toBe('MISSING_SESSION');
  await app.close();
});

test('sums beyond 2^53 and 2^63 paise are exact, before and after the rollup', async () => {
  const app = await startTestApp();
  const [admin, user] = [await app.admin(), await app.newUser()];
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  const approve = (rows: number) =>
    app.deps.db.query(
      `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, receipt_url,
         decided_at, approved_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'deposit', $2, 'approved', gen_random_uuid(), '/old.jpg',
         $4, $4, $4::timestamptz - n * interval '1 day', $4
       FROM generate_series(1, $3::int) AS n`,
      [user.userId, largest, rows, app.deps.clock.now()],
    );
  const expectAll = async (rows: bigint) => {
    const total = rows * largest;
    expect(await admin.api.dashboards.admin()).toMatchObject({ totalDepositsPaise: total });
    const { daily, bySource } = await admin.api.dashboards.charts({ days: 30 });
    expect(daily.at(-1)?.depositPaise).toBe(total);
    expect(bySource).toMatchObject([{ amountPaise: total }]);
    expect(await user.api.dashboards.own()).toMatchObject({ totalTransactions: Number(rows) });
    expect((await user.api.dashboards.recent())[0]?.amountPaise).toBe(Number(largest));
    const headers = { cookie: admin.cookie };
    const rest = await fetch(`${app.baseUrl}/api/v1/dashboards/admin`, { headers });
    expect(await rest.json()).toMatchObject({ totalDepositsPaise: String(total) });
  };
  await approve(2);
  await expectAll(2n);
  // One statement adds more than 2^63 paise, and the rollup adds this to the existing total.
  await approve(1100);
  await expectAll(1102n);
  await project(app.deps.db);
  await expectAll(1102n);
  await app.close();
});
