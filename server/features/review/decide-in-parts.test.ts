import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appError, isAppError } from '#server/base/errors.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { decideList } from './decide.ts';
import { decideInParts } from './decide-in-parts.ts';
import type { Command, DecisionInput, DecisionResults } from './decisions.ts';

const SIZE = 2;
const PAISE = 1_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

async function deposits(owner: Actor, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await world.deposit(owner, PAISE)).id);
  return ids;
}

const approvalOf = (ids: string[]): DecisionInput => ({
  ids,
  decision: 'approved',
  requestKey: randomUUID(),
});

function decide(
  decision: DecisionInput,
  actor = world.admin,
  decidePart = (part: Command): Promise<DecisionResults> => decideList(world.deps, part),
) {
  return decideInParts({ actor, decision }, decidePart, SIZE);
}

async function balanceOf(owner: Actor): Promise<number> {
  return (await world.wallet(owner)).balancePaise;
}

test('decides each request once, and returns the results in the order of the list', async () => {
  const owner = await world.newActor();
  const ids = (await deposits(owner, 5)).reverse();
  const decision = approvalOf(ids);
  const results = await decide(decision);
  expect([...results]).toEqual(ids.map((id) => [id, undefined]));
  expect(await decide(decision)).toEqual(results);
  expect(await balanceOf(owner)).toBe(5 * PAISE);
});

test('refuses another list with the same key, and decides none of it', async () => {
  const owner = await world.newActor();
  const ids = await deposits(owner, 5);
  const decision = approvalOf(ids.slice(0, 3));
  await decide(decision);
  await expect(decide({ ...decision, ids })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
  expect(await balanceOf(owner)).toBe(3 * PAISE);
});

test('continues a list of which a part has failed', async () => {
  const owner = await world.newActor();
  const decision = approvalOf(await deposits(owner, 7));
  let begun = 0;
  const failing = async (part: Command) => {
    begun += 1;
    if (begun === 2) throw appError('UNAVAILABLE');
    return decideList(world.deps, part);
  };
  await expect(decide(decision, world.admin, failing)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  const decided = await balanceOf(owner);
  expect(decided).toBeGreaterThanOrEqual(2 * PAISE);
  expect(decided).toBeLessThan(7 * PAISE);
  const results = await decide(decision);
  expect([...results.values()].filter(isAppError)).toEqual([]);
  expect(await balanceOf(owner)).toBe(7 * PAISE);
});

test('several lists together take the connections of one', async () => {
  let [running, most] = [0, 0];
  const counted = async ({ decision: { ids } }: Command): Promise<DecisionResults> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return new Map(ids.map((id) => [id, undefined]));
  };
  const lists = Array.from({ length: 5 }, () => approvalOf(Array.from({ length: 9 }, randomUUID)));
  const results = await Promise.all(lists.map((list) => decide(list, world.admin, counted)));
  expect(results.map(({ size }) => size)).toEqual([9, 9, 9, 9, 9]);
  expect(most).toBe(2);
});

test('two administrators with overlapping lists decide each request once', async () => {
  const [one, other] = [await world.newActor(), await world.newActor()];
  const second = await world.newActor({ role: 'admin' });
  const ids = [...(await deposits(one, 5)), ...(await deposits(other, 5))];
  const lists = await Promise.all([
    decide(approvalOf(ids)),
    decide(approvalOf(ids.toReversed()), second),
    decide(approvalOf(ids.slice(3)), second),
  ]);
  const accepted = lists.flatMap((list) => [...list].filter(([, refusal]) => !refusal));
  expect(accepted.map(([id]) => id).sort()).toEqual(ids.toSorted());
  expect((await balanceOf(one)) + (await balanceOf(other))).toBe(10 * PAISE);
});
