import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { saveSettings } from '../settings/settings.ts';
import { decideOnDesk, decideRequests } from './defer-decisions.ts';
import { executeDueDecisions } from './execute-decisions.ts';

const LIMIT_PAISE = 1_00_000_00;

let world: MoneyWorld;
let owner: Actor;
/** The session of an administrator that is not confirmed. */
let stale: Actor;

beforeEach(async () => {
  world = await openMoneyWorld();
  owner = await world.newActor();
  stale = { ...world.admin, isConfirmed: false };
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

const refusal = { code: 'STEP_UP_REQUIRED', data: { methods: 'password' } };

async function newDeposits(...amounts: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts) ids.push((await world.deposit(owner, amount)).id);
  return ids;
}

function decide(
  by: Actor,
  ids: string[],
  {
    decision = 'approved',
    ...more
  }: { decision?: 'approved' | 'rejected'; requestKey?: string } = {},
) {
  return decideRequests(world.deps, by, { ids, decision, requestKey: randomUUID(), ...more });
}

const balance = async () => (await world.wallet(owner)).balancePaise;

test('a session that is not confirmed approves up to the limit, and not a paisa more', async () => {
  const [within = '', above = ''] = await newDeposits(LIMIT_PAISE, LIMIT_PAISE + 1);
  await decide(stale, [within]);
  await expect(decide(stale, [above])).rejects.toMatchObject(refusal);
  expect(await balance()).toBe(LIMIT_PAISE);
});

test('the amounts of a list count together, and none of them is approved', async () => {
  const ids = await newDeposits(LIMIT_PAISE / 2, LIMIT_PAISE / 2, 100);
  const requestKey = randomUUID();
  await expect(decide(stale, ids, { requestKey })).rejects.toMatchObject(refusal);
  expect(await balance()).toBe(0);
  // The person confirmed their identity: the same call with the same key is carried out.
  await decide(world.admin, ids, { requestKey });
  expect(await balance()).toBe(LIMIT_PAISE + 100);
  await decide(stale, ids, { requestKey });
  expect(await balance()).toBe(LIMIT_PAISE + 100);
});

test('a list refuses only the person whose session is not confirmed, if both share a transaction', async () => {
  const [mine = '', theirs = ''] = await newDeposits(LIMIT_PAISE + 1, LIMIT_PAISE + 1);
  const other = await world.newActor({ role: 'admin' });
  const outcomes = await Promise.allSettled([decide(stale, [mine]), decide(other, [theirs])]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await balance()).toBe(LIMIT_PAISE + 1);
});

test('the approvals of a session add up to the limit until it is confirmed again', async () => {
  const [first = '', second = '', third = ''] = await newDeposits(
    ...[LIMIT_PAISE / 2, LIMIT_PAISE / 2, 100],
  );
  await decide(stale, [first]);
  await decide(stale, [second]);
  await expect(decide(stale, [third])).rejects.toMatchObject(refusal);
  const other = { ...(await world.newActor({ role: 'admin' })), isConfirmed: false };
  await expect(decide(stale, [third], { decision: 'approved' })).rejects.toMatchObject(refusal);
  await decide(other, [third]);
  expect(await balance()).toBe(LIMIT_PAISE + 100);
});

test('concurrent approvals of a session pass together up to the limit', async () => {
  const ids = await newDeposits(...Array.from({ length: 8 }, () => LIMIT_PAISE / 4));
  const outcomes = await Promise.allSettled(ids.map((id) => decide(stale, [id])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(await balance()).toBe(LIMIT_PAISE);
});

test('rejections need no confirmation', async () => {
  const ids = await newDeposits(LIMIT_PAISE + 1);
  const { results } = await decide(stale, ids, { decision: 'rejected' });
  expect([...results.values()]).toEqual([undefined]);
});

test('a deferred approval needs the confirmation when the person decides, not when it is executed', async () => {
  const [id = ''] = await newDeposits(LIMIT_PAISE + 1);
  const desk = { id, decision: 'approved', requestKey: randomUUID() } as const;
  await expect(decideOnDesk(world.deps, stale, desk)).rejects.toMatchObject(refusal);
  const { undoMs } = await decideOnDesk(world.deps, world.admin, desk);
  expect(undoMs).toBeGreaterThan(0);
  await world.db.query('UPDATE sessions SET confirmed_at = NULL');
  await world.db.query(
    `UPDATE waiting_decisions SET due_at = date_trunc('milliseconds', clock_timestamp())`,
  );
  await executeDueDecisions(world.deps);
  expect(await balance()).toBe(LIMIT_PAISE + 1);
});

test('the limit is the one of the settings page', async () => {
  const [id = ''] = await newDeposits(100);
  await saveSettings(world.deps, world.admin, { stepUpAbovePaise: 0 });
  await expect(decide(stale, [id])).rejects.toMatchObject(refusal);
  await saveSettings(world.deps, world.admin, { stepUpAbovePaise: 100 });
  await decide(stale, [id]);
  expect(await balance()).toBe(100);
});
