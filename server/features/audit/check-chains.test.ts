import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Query } from '#server/db/database.ts';
import { findBrokenLinks } from '#server/ledger/verify/audit.ts';
import { checkInWorker } from '#server/ledger/verify/audit-workers.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { checkAuditChains, getVerification } from './check-chains.ts';

let world: MoneyWorld;
// Fixed: all clocks of a money world are set, and stand still.
let now = new Date('2026-11-01T10:00:00Z');
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await world.setNow(now);
});
afterAll(() => world.close());

const record = (chainId: string) =>
  world.db.transaction((tx) =>
    recordAudit(tx, {
      actor: 'system',
      entries: [
        {
          chainId,
          action: 'note.insert',
          entity: 'note',
          entityId: 'one',
          before: null,
          after: null,
        },
      ],
    }),
  );

/** Runs checks until a pass has ended; returns its result. */
async function pass(rowsATurn = 3) {
  const { checkedAt } = await getVerification(world.deps);
  for (let turn = 0; turn < 200; turn += 1) {
    await checkAuditChains(world.deps, rowsATurn);
    const found = await getVerification(world.deps);
    if (found.checkedAt?.getTime() !== checkedAt?.getTime()) return found;
  }
  throw new Error('The pass did not end');
}

/** Changes the log with the privileges of the database owner. */
async function tamper(sql: string) {
  await world.db.transaction(async (tx) => {
    await tx.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only');
    await tx.query(sql);
    await tx.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only');
  });
}

async function countLog() {
  const [row] = await world.db.query<{ chains: number; rows: number }>(
    'SELECT count(DISTINCT chain_id) AS chains, count(*) AS rows FROM audit_log',
  );
  return row;
}

test('reports nothing before the first pass, and all rows after it, whatever the batch size', async () => {
  expect(await getVerification(world.deps)).toEqual({
    checkedAt: null,
    chains: 0,
    rows: 0,
    broken: [],
  });
  for (let n = 0; n < 7; n += 1) await record('long');
  await record('zz');
  expect(await pass()).toEqual({ checkedAt: now, broken: [], ...(await countLog()) });
});

test('waits after a pass before starting the next one', async () => {
  await pass();
  await record('long');
  await world.setNow(new Date(now.getTime() + 1000));
  await checkAuditChains(world.deps);
  expect((await getVerification(world.deps)).checkedAt).toEqual(now);
});

test('starts a new pass when the previous one ended in the future because of a wrong clock', async () => {
  await world.setNow(new Date(now.getTime() + 35 * 24 * 3_600_000));
  await pass();
  await world.setNow(now);
  expect((await pass()).checkedAt).toEqual(now);
});

test('reports no broken link when chains grow during a pass', async () => {
  await pass();
  await world.setNow(new Date(now.getTime() + 120_000));
  const before = (await getVerification(world.deps)).checkedAt;
  for (let turn = 0; turn < 200; turn += 1) {
    for (const chain of ['a', 'long', 'zz']) if (turn < 10) await record(chain);
    await checkAuditChains(world.deps, 2);
    if ((await getVerification(world.deps)).checkedAt !== before && turn > 60) break;
  }
  expect((await getVerification(world.deps)).broken).toEqual([]);
});

test('servers that check concurrently share one pass', async () => {
  await Promise.all(Array.from({ length: 5 }, () => checkAuditChains(world.deps, 2)));
  expect((await pass()).broken).toEqual([]);
});

test('checks 10,000 rows in one run, also of one long chain', async () => {
  await pass(1000);
  await world.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, created_at, previous_hash, hash)
     SELECT 'zzz', n, gen_random_uuid(), 'test.act', 'test', 'one', now(), '', '' FROM generate_series(1, 10000) AS n`,
  );
  await world.setNow(new Date(now.getTime() + 120_000));
  await checkAuditChains(world.deps);
  const { rows, broken } = await getVerification(world.deps);
  expect(rows).toBeGreaterThan(10_000);
  expect(broken[0]).toMatchObject({ chainId: 'zzz', seq: 1 });
  await tamper(`DELETE FROM audit_log WHERE chain_id = 'zzz'`);
});

test('checks rows of 40 KB in small batches', async () => {
  await world.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, after, created_at, previous_hash, hash)
     SELECT 'zzz', n, gen_random_uuid(), 'test.act', 'test', 'one', jsonb_build_object('text', repeat('x', 40000)), now(), '', ''
     FROM generate_series(1, 400) AS n`,
  );
  const largest = { bytes: 0 };
  const query: Query = async <Row extends object>(text: string, values?: unknown[]) => {
    const rows = await world.db.background.query<Row>(text, values);
    largest.bytes = Math.max(largest.bytes, JSON.stringify(rows).length);
    return rows;
  };
  let count = 0;
  for await (const { chain_id: chain } of findBrokenLinks(query)) if (chain === 'zzz') count += 1;
  expect(count).toBeGreaterThanOrEqual(400);
  expect(largest.bytes).toBeLessThan(500_000);
  await tamper(`DELETE FROM audit_log WHERE chain_id = 'zzz'`);
});

test('checks rows again after the hashing worker has crashed', async () => {
  await expect(checkInWorker({ rows: 'no JSON', last: undefined })).rejects.toThrow();
  expect(await checkInWorker({ rows: '[]', last: undefined })).toMatchObject({ rows: 0 });
});

test('reports an edited row, a missing end and a missing chain until they are repaired', async () => {
  await record('cut');
  await record('cut');
  await record('gone');
  await tamper(`UPDATE audit_log SET action = 'test.other' WHERE chain_id = 'long' AND seq = 2`);
  await tamper(`DELETE FROM audit_log WHERE chain_id = 'cut' AND seq = 2`);
  await tamper(`DELETE FROM audit_log WHERE chain_id = 'gone'`);
  const { broken } = await pass();
  expect(broken).toHaveLength(3);
  expect(broken).toEqual(
    expect.arrayContaining([
      { chainId: 'long', seq: 2, reason: 'it was edited' },
      { chainId: 'cut', seq: 1, reason: "it is not the chain's newest row" },
      { chainId: 'gone', seq: 1, reason: 'all rows of the chain are missing' },
    ]),
  );
  await tamper(`UPDATE audit_log SET action = 'note.insert' WHERE chain_id = 'long' AND seq = 2`);
  await world.setNow(new Date(now.getTime() + 120_000));
  expect((await pass()).broken).toHaveLength(2);
});
