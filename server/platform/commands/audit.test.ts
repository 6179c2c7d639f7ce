import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditDetails } from '#contract/audit-details.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { type AuditEntry, recordAudit } from './audit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

/** Entries may have any JSON here, whatever the action's details are. */
const entry = (chainId: string, after: object | null = null): AuditEntry => ({
  chainId,
  action: 'note.insert',
  entity: 'note',
  entityId: 'one',
  before: null,
  after: after as AuditDetails<'note.insert'>,
});

const record = (...entries: ReturnType<typeof entry>[]) =>
  world.db.transaction((tx) => recordAudit(tx, { actor: 'system', entries }));

test('concurrent writers that name the same chains in opposite orders neither deadlock nor lose an entry', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? record(entry('a'), entry('b')) : record(entry('b'), entry('a'), entry('b')),
    ),
  );
  const heads = await world.db.query(
    `SELECT chain_id, seq FROM audit_chains WHERE chain_id IN ('a', 'b') ORDER BY 1`,
  );
  expect(heads).toEqual([
    { chain_id: 'a', seq: 50 },
    { chain_id: 'b', seq: 75 },
  ]);
});

test('any JSON value has the same hash after it is stored and read back', async () => {
  const awkward = {
    z: 1,
    a: { y: [1, null, { d: 1, c: 2 }], x: undefined },
    numbers: [0.1, 1e21, -0, 123456789.123],
    text: 'नमस्ते \u0000 \ud800 "quoted" \\ \u2028',
    moment: new Date('2026-11-01T00:00:00Z'),
  };
  await record(entry('awkward', awkward), entry('awkward', null), entry('awkward', []));
  await expectVerified(world.db);
});

test('records no audit entry when the transaction rolls back', async () => {
  const failing = world.db.transaction(async (tx) => {
    await recordAudit(tx, { actor: 'system', entries: [entry('gone')] });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await world.db.query(`SELECT 1 FROM audit_chains WHERE chain_id = 'gone'`)).toEqual([]);
});
