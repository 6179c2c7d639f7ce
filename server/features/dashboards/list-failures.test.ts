import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rights } from '#contract/shared/permissions.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';

import { getFailures } from './list-failures.ts';

const ADMINISTRATOR: Rights = { role: 'admin', adminRole: 'administrator' };
const HOUR_MS = 3_600_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
  await world.setNow(new Date('2026-11-03T10:00:00Z'));
});
afterAll(() => world.close());

test('reports nothing that fails in a new installation', async () => {
  expect(await getFailures(world.deps, ADMINISTRATOR)).toEqual({
    webhooks: { active: 0, failing: [] },
    backups: { isOn: false, completeAt: null, isLate: false, missingFiles: 0 },
    verification: expect.objectContaining({ checkedAt: null, failed: [], brokenChains: 0 }),
    mails: { isOn: false, failed: 0 },
  });
});

test('hides from each admin role the parts that it may not see', async () => {
  const of = (adminRole: Rights['adminRole']) =>
    getFailures(world.deps, { role: 'admin', adminRole });
  const nothing = {
    webhooks: null,
    backups: null,
    verification: null,
    mails: { isOn: false, failed: 0 },
  };
  expect(await of('reviewer')).toEqual(nothing);
  expect(await of('support')).toEqual(nothing);
  expect(Object.values(await of('auditor'))).not.toContain(null);
});

test('reports failing and stopped webhooks', async () => {
  const since = new Date('2026-11-03T09:00:00Z');
  const add = (url: string, failingSince: Date | null, stopReason: string | null) =>
    world.db.query(
      `INSERT INTO webhook_endpoints
         (id, url, description, event_types, is_active, secret, failing_since, stop_reason, created_at)
       VALUES ($1, $2, '', '{deposit.approved}', $3, 'secret', $4, $5, now())`,
      [randomUUID(), url, stopReason === null, failingSince, stopReason],
    );
  await add('https://well.example/', null, null);
  await add('https://failing.example/', since, null);
  await add('https://gone.example/', null, 'gone');
  const { webhooks } = await getFailures(world.deps, ADMINISTRATOR);
  expect(webhooks?.active).toBe(2);
  expect(webhooks?.failing.map(({ url, since: at }) => [url, at])).toEqual(
    expect.arrayContaining([
      ['https://failing.example/', since],
      ['https://gone.example/', null],
    ]),
  );
  expect(webhooks?.failing).toHaveLength(2);
});

test('reports a backup that is too old or lacks files', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'backups-'));
  const backups = { dir, everyMs: HOUR_MS, keep: 3 };
  const deps = { ...world.deps, config: { ...world.deps.config, backups } };
  const found = async () => (await getFailures(deps, ADMINISTRATOR)).backups;
  expect(await found()).toMatchObject({ isOn: true, completeAt: null, isLate: true });
  await writeFile(path.join(dir, 'wallet-2026-11-03T08-00-00Z.backup'), '');
  const completeAt = new Date('2026-11-03T08:00:00Z');
  expect(await found()).toEqual({ isOn: true, completeAt, isLate: false, missingFiles: 0 });
  await writeFile(path.join(dir, 'wallet-2026-11-03T09-00-00Z.lacks-2-files.backup'), '');
  await world.setNow(new Date('2026-11-03T10:00:01Z'));
  expect(await found()).toEqual({ isOn: true, completeAt, isLate: true, missingFiles: 2 });
});

test('reports invariants that the last verification found broken', async () => {
  await world.db.query(
    `INSERT INTO verifications (id, started_at, checked_at, duration_ms, failed)
     VALUES (1, now(), now(), 5, '["balances are the sums of their entries"]')`,
  );
  const { verification } = await getFailures(world.deps, ADMINISTRATOR);
  expect(verification?.failed).toEqual(['balances are the sums of their entries']);
});
