import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { getDeskRequest, listQueue } from './review-desk.ts';

let world: MoneyWorld;
let owner: Actor;
// Fixed: all clocks of a money world are set, and stand still.
let now = Date.parse('2026-11-10T10:00:00Z');
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  owner = await world.newActor();
});
afterAll(() => world.close());

/** Requests a deposit one minute after the previous one, with a unique receipt unless one is given. */
async function deposit(who: Actor, amountPaise: number, sha256: string = randomUUID()) {
  now += 60_000;
  await world.setNow(new Date(now));
  return (await world.deposit(who, amountPaise, { sha256 })).id;
}

const desk = (id: string) => getDeskRequest(world.deps, world.admin, id);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('the details of a deposit', () => {
  test('contain the user’s earlier requests, and no later ones', async () => {
    const made: string[] = [];
    for (const amount of [100_00, 200_00, 300_00, 400_00]) made.push(await deposit(owner, amount));
    const [first = '', second = '', third = '', fourth = ''] = made;
    await world.decide(first, 'approved');
    await world.decide(second, 'approved');
    await world.decide(third, 'rejected');
    await world.deposit(owner, 900_00);
    const { deposits, withdrawals, isWholeHistory, person } = await desk(fourth);
    expect(deposits).toMatchObject({ approved: 2, rejected: 1, averagePaise: 150_00 });
    expect(idsOf(deposits.last)).toEqual([third, second, first]);
    expect(withdrawals).toEqual({ approved: 0, rejected: 0, averagePaise: null, last: [] });
    expect(isWholeHistory).toBe(true);
    expect(person).toMatchObject({ fullName: null, balancePaise: 300_00, heldPaise: 0 });
    expect((await desk(first)).deposits).toMatchObject({ approved: 0, last: [] });
  });

  test('contain other deposits with the same receipt, of any user', async () => {
    const other = await world.newActor();
    const picture = randomUUID();
    const first = await deposit(other, 500_00, picture);
    const apart = await deposit(other, 700_00);
    const second = await deposit(owner, 650_00, picture);
    expect(await desk(second)).toMatchObject({
      sameReceipt: [{ id: first, userName: other.username, amountPaise: 500_00 }],
    });
    expect(idsOf((await desk(first)).sameReceipt)).toEqual([second]);
    expect((await desk(apart)).sameReceipt).toEqual([]);
  });

  test('contain other requests of the user for the same amount', async () => {
    const [one, two] = [await deposit(owner, 777_00), await deposit(owner, 777_00)];
    const decided = await deposit(owner, 777_00);
    await world.decide(decided, 'rejected');
    expect(idsOf((await desk(one)).sameAmount)).toEqual([two]);
    expect((await desk(one)).account).toBeNull();
  });

  test('of an unknown id are refused with TRANSACTION_NOT_FOUND', async () => {
    await expect(desk(newId())).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
  });
});

test('the details of a withdrawal contain facts about its bank account', async () => {
  const payer = await world.newActor({ balancePaise: 1000_00 });
  const account = await world.newBankAccount(payer);
  const first = await world.withdraw(payer, 100_00, account);
  expect((await desk(first.id)).account).toMatchObject({ paidBefore: 0 });
  await world.decide(first.id, 'approved');
  now += 60_000;
  await world.setNow(new Date(now));
  const second = await world.withdraw(payer, 100_00, account);
  expect((await desk(second.id)).account).toEqual({ paidBefore: 1, isAlsoOfOthers: false });
  expect((await desk(second.id)).person).toMatchObject({ balancePaise: 900_00, heldPaise: 100_00 });
  await world.newBankAccount(await world.newActor());
  expect((await desk(second.id)).account).toMatchObject({ isAlsoOfOthers: true });
});

test('the queue returns pending requests oldest first, page by page', async () => {
  const made = [await deposit(owner, 100), await deposit(owner, 200), await deposit(owner, 300)];
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listQueue(world.deps, world.admin.userId, {
      type: 'deposit',
      cursor,
      limit: 2,
    });
    ids.push(...idsOf(page.rows));
    cursor = page.nextCursor;
  } while (cursor);
  expect(ids.slice(-3)).toEqual(made);
  const [row] = await world.db.query<{ count: number }>(
    "SELECT count(*) AS count FROM transactions WHERE status = 'pending' AND type = 'deposit'",
  );
  expect(ids).toHaveLength(row?.count ?? 0);
});
