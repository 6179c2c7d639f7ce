import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getAdminDashboard, getCharts } from '#server/features/dashboards/dashboards.ts';
import { markNotOurs } from '#server/features/reconciliation/decide-matches.ts';
import { listBalances } from '#server/features/reconciliation/read-matches.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts } from '#server/testing/statement-lines.ts';
import { openDatabase, type Tx } from './database.ts';
import { PROJECTION_NAMES, PROJECTIONS, projectionsOf } from './projections.ts';
import { countUnprojected, project, readLags, rebuildProjection } from './projector.ts';

let world: MoneyWorld;
let owner: Actor;
beforeEach(async () => {
  world = await openMoneyWorld();
  owner = await world.newActor({ balancePaise: 100_000 });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await world.close();
});
const closers: (() => Promise<void>)[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(world.db.pool.options);
  await client.connect();
  closers.push(() => client.end());
  return client;
}

async function keptTotals(): Promise<string[]> {
  const rows = await world.db.query<{ line: string }>(
    `SELECT type || ' ' || status || ' ' || count || ' ' || amount_paise AS line FROM transaction_totals
     WHERE count <> 0 ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

const positionOf = async (name: string) =>
  (
    await world.db.query<{ position: number }>('SELECT position FROM projections WHERE name = $1', [
      name,
    ])
  )[0]?.position;

async function shown() {
  const { health: _, ...totals } = await getAdminDashboard(world.deps);
  return { totals, charts: await getCharts(world.deps, 30) };
}

test('a reader sees a change before and after it is projected', async () => {
  await project(world.db);
  await world.decide((await world.deposit(owner, 700)).id, 'approved');
  expect(await countUnprojected(world.db.query, 10)).toBeGreaterThan(0);
  const before = await shown();
  expect(before.totals.totalDepositsPaise).toBe(100_700n);
  await project(world.db);
  expect(await countUnprojected(world.db.query, 10)).toBe(0);
  expect(await shown()).toEqual(before);
  await expectVerified(world.db);
});

test('a change with an earlier number that is committed later is neither skipped nor overtaken', async () => {
  const other = await world.newActor();
  const { id } = await world.deposit(owner, 700);
  await project(world.db);
  const before = await keptTotals();
  const writer = await connect();
  await writer.query('BEGIN');
  await writer.query(
    `UPDATE transactions SET status = 'rejected', decided_at = now(), updated_at = now() WHERE id = $1`,
    [id],
  );
  await world.deposit(other, 900);
  await project(world.db);
  expect(await keptTotals()).toEqual(before);
  await world.setNow(new Date(world.deps.clock.now().getTime() + 60_000));
  const behind = (await readLags(world.db.query)).filter(({ seconds }) => seconds === 60);
  expect(behind.map(({ name }) => name).toSorted()).toEqual(
    projectionsOf('transaction_changes').toSorted(),
  );
  await writer.query('COMMIT');
  await project(world.db);
  expect(await keptTotals()).toEqual([
    'deposit approved 1 100000',
    'deposit pending 1 900',
    'deposit rejected 1 700',
  ]);
  expect((await readLags(world.db.query)).every(({ seconds }) => seconds === 0)).toBe(true);
});

test('a run that breaks off is continued by another server, and no change counts twice', async () => {
  for (const amount of [100, 200, 300, 400]) await world.deposit(owner, amount);
  let runs = 0;
  const transaction = <Result>(work: (tx: Tx) => Promise<Result>) =>
    world.db.transaction(async (tx) => {
      const result = await work(tx);
      runs += 1;
      if (runs === 2) throw new Error('the server is killed');
      return result;
    });
  const broken = { query: world.db.query, transaction };
  await expect(project(broken, { batch: 1 })).rejects.toThrow('the server is killed');
  expect(await positionOf('totals')).toBeGreaterThan(0);
  expect(await countUnprojected(world.db.query, 10)).toBeGreaterThan(0);
  await project(world.db, { batch: 1 });
  expect(await keptTotals()).toEqual(['deposit approved 1 100000', 'deposit pending 4 1000']);
  await expectVerified(world.db);
});

test('two servers project concurrently while requests are decided, and nothing is lost', async () => {
  const other = openDatabase({ ...world.db.pool.options });
  closers.push(() => other.close());
  for (let n = 0; n < 8; n += 1) {
    const { id } = await world.deposit(owner, 100);
    await Promise.all([
      world.decide(id, n % 2 === 0 ? 'approved' : 'rejected'),
      ...[world.db, other].map((db) => project(db, { batch: 2 })),
    ]);
  }
  await project(other);
  expect(await keptTotals()).toEqual(['deposit approved 5 100400', 'deposit rejected 4 400']);
  await expectVerified(world.db);
});

test('a projection that another server holds is skipped', async () => {
  await world.deposit(owner, 700);
  const other = await connect();
  await other.query(`BEGIN; SELECT FROM projections WHERE name = 'totals' FOR UPDATE`);
  await project(world.db);
  expect(await positionOf('totals')).toBe(0);
  expect(await positionOf('daily-decisions')).toBeGreaterThan(0);
  await other.query('COMMIT');
  await project(world.db);
  expect(await positionOf('totals')).toBeGreaterThan(0);
});

test('keeps the newest change that was read, after which a restored database continues its numbers', async () => {
  await world.deposit(owner, 700);
  await world.deposit(owner, 800);
  await project(world.db);
  const left = await world.db.query<{ id: number }>('SELECT id FROM transaction_changes');
  expect(left.map(({ id }) => id)).toEqual([await positionOf('totals')]);
});

test.each(projectionsOf('transaction_changes'))(
  'rebuilding %s repairs it, also with changes that were not projected',
  async (name) => {
    await world.decide((await world.deposit(owner, 500)).id, 'approved');
    await project(world.db);
    const expected = await shown();
    const { kept } = PROJECTIONS[name];
    await world.db.query(`UPDATE ${kept} SET count = count + 7`);
    await world.decide((await world.deposit(owner, 700)).id, 'rejected');
    await rebuildProjection(world.db, name);
    await expectVerified(world.db);
    await project(world.db);
    await expectVerified(world.db);
    expect((await shown()).totals.totalTransactions).toBe(expected.totals.totalTransactions + 1);
  },
);

describe('balances of bank accounts', () => {
  const balancesOf = async (accountId: string) =>
    (await listBalances(world.deps)).find((row) => row.accountId === accountId);
  const keptOf = async (accountId: string) =>
    (
      await world.db.query<{ line: string }>(
        `SELECT account || ' ' || amount_paise AS line FROM statement_balances WHERE account_id = $1 ORDER BY 1`,
        [accountId],
      )
    ).map(({ line }) => line);

  test('are equal before and after entries are projected, also in parts and by two servers', async () => {
    const { accountId, lineIds } = await importAmounts(world, [50_000, 70_000, -1000]);
    const before = await balancesOf(accountId);
    expect(before).toMatchObject({ bankPaise: 119_000n, unclaimedPaise: 120_000n });
    expect(await keptOf(accountId)).toEqual([]);
    await Promise.all([project(world.db, { batch: 1 }), project(world.db, { batch: 2 })]);
    await project(world.db);
    expect(await keptOf(accountId)).toEqual(['bank 119000', 'paid_out 1000', 'unclaimed -120000']);
    expect(await balancesOf(accountId)).toEqual(before);
    const mark = { lineId: lineIds[0] ?? '', note: 'A refund', requestKey: randomUUID() };
    await markNotOurs(world.deps, world.admin, mark);
    expect(await balancesOf(accountId)).toMatchObject({ notOursPaise: 50_000n });
    await project(world.db);
    expect(await balancesOf(accountId)).toMatchObject({
      unclaimedPaise: 70_000n,
      notOursPaise: 50_000n,
    });
    await expectVerified(world.db);
  });

  test('do not overtake entries with an earlier number that are committed later', async () => {
    const { accountId, lineIds } = await importAmounts(world, [50_000]);
    await project(world.db);
    const writer = await connect();
    await writer.query('BEGIN');
    await writer.query(
      `INSERT INTO statement_entries (account_id, line_id, account, amount_paise, created_at)
       VALUES ($1, $2, 'bank', 7, now()), ($1, $2, 'unclaimed', -7, now())`,
      [accountId, lineIds[0]],
    );
    const later = await importAmounts(world, [30_000]);
    await project(world.db);
    expect(await keptOf(later.accountId)).toEqual([]);
    expect(await balancesOf(later.accountId)).toMatchObject({ bankPaise: 30_000n });
    await writer.query('ROLLBACK');
    await project(world.db);
    expect(await keptOf(later.accountId)).toEqual(['bank 30000', 'unclaimed -30000']);
    await expectVerified(world.db);
  });

  test('are repaired when they are made again, also with entries that were not projected', async () => {
    const { accountId } = await importAmounts(world, [50_000]);
    await project(world.db);
    await world.db.query('UPDATE statement_balances SET amount_paise = amount_paise + 7');
    await importAmounts(world, [30_000]);
    await rebuildProjection(world.db, 'statement-balances');
    await expectVerified(world.db);
    await project(world.db);
    expect(await balancesOf(accountId)).toMatchObject({ bankPaise: 50_000n });
    await expectVerified(world.db);
  });
});

test('rebuilding counts what is committed while it runs exactly once', async () => {
  const deposits = [];
  for (let n = 0; n < 10; n += 1) deposits.push(await world.deposit(owner, 100));
  await Promise.all([
    ...deposits.map(({ id }) => world.decide(id, 'approved')),
    ...PROJECTION_NAMES.map((name) => rebuildProjection(world.db, name)),
    project(world.db, { batch: 3 }),
  ]);
  await project(world.db);
  await expectVerified(world.db);
  expect(await keptTotals()).toEqual(['deposit approved 11 101000']);
});

test('a request that becomes an adjustment by its texts is no longer counted', async () => {
  const count = async () =>
    (
      await world.db.query<{ total: number }>(
        'SELECT total FROM user_request_totals WHERE user_id = $1',
        [owner.userId],
      )
    )[0]?.total;
  const { id } = await world.deposit(owner, 500);
  await world.db.query('UPDATE transactions SET request_key = NULL WHERE id = $1', [id]);
  expect(await count()).toBe(2);
  const note = 'UPDATE transactions SET user_notes = $2 WHERE id = $1';
  await world.db.query(note, [id, 'administrator balance adjustment']);
  expect(await count()).toBe(1);
  await world.db.query(note, [id, null]);
  expect(await count()).toBe(2);
});
