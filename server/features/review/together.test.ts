import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/lib/deps.ts';
import type { AppError } from '#server/lib/errors.ts';
import type { Actor } from '#server/lib/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { decideTransactions } from './service.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterEach(() => expectVerified(world.db));
afterAll(() => world.close());

interface Request {
  id: string;
  owner: Actor;
}

const PEOPLE = [0, 1, 2, 3];

async function newOwners(): Promise<Actor[]> {
  return Promise.all(PEOPLE.map(() => world.newActor()));
}

/** A deposit of ₹100 of each. */
async function depositsOf(owners: Actor[]): Promise<Request[]> {
  return Promise.all(
    owners.map(async (owner) => ({ id: (await world.deposit(owner, 10_000)).id, owner })),
  );
}

async function approve(deps: Deps, { id }: Request): Promise<AppError | undefined> {
  const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
  return (await decideTransactions(deps, world.admin, decision)).get(id);
}

async function balancesOf(requests: Request[]): Promise<number[]> {
  return Promise.all(requests.map(async ({ owner }) => (await world.wallet(owner)).balancePaise));
}

/** The world's parts over a database that counts the transactions of several, and fails one at a statement. */
function failingAt(statement: number) {
  const seen = { together: 0, failures: 0 };
  const { db } = world.deps;
  const watch = (tx: Tx): Tx => {
    let statements = 0;
    const count = () => {
      statements += 1;
      if (statements !== statement || seen.failures > 0) return;
      seen.failures += 1;
      throw new Error('this statement fails');
    };
    const query: Tx['query'] = async (...sent) => {
      count();
      return tx.query(...sent);
    };
    const orm = new Proxy(tx.orm, {
      get(target, name, receiver) {
        if (name === 'select') count();
        return Reflect.get(target, name, receiver);
      },
    });
    return { ...tx, query, orm };
  };
  const transaction: Database['transaction'] = (work, options) => {
    if (options?.lockTimeoutMs === undefined) return db.transaction(work, options);
    seen.together += 1;
    return db.transaction((tx) => work(watch(tx)), options);
  };
  return { seen, deps: { ...world.deps, db: { ...db, transaction } } };
}

test('decisions that come together are made by one transaction, each credited once', async () => {
  const requests = await depositsOf(await newOwners());
  const { seen, deps } = failingAt(0);
  const outcomes = await Promise.all(requests.map((request) => approve(deps, request)));
  expect(outcomes).toEqual(PEOPLE.map(() => undefined));
  expect(await balancesOf(requests)).toEqual(PEOPLE.map(() => 10_000));
  expect(seen.together).toBe(1);
});

test('a failure at any statement of a batch loses and doubles nothing, and no one hears of it', async () => {
  const owners = await newOwners();
  let failed = 0;
  for (let statement = 1; ; statement += 1) {
    const requests = await depositsOf(owners);
    const { seen, deps } = failingAt(statement);
    const outcomes = await Promise.all(requests.map((request) => approve(deps, request)));
    expect(outcomes).toEqual(PEOPLE.map(() => undefined));
    expect(await balancesOf(requests)).toEqual(PEOPLE.map(() => statement * 10_000));
    if (seen.failures === 0) break;
    failed += 1;
  }
  expect(failed).toBeGreaterThan(8);
});

test('one that can’t be carried out fails by itself', async () => {
  const requests = await depositsOf(await newOwners());
  const [poor] = requests as [Request];
  const owner = await world.newActor({ balancePaise: 5000 });
  const { id } = await world.withdraw(owner, 5000, await world.newBankAccount(owner));
  await world.db.query('UPDATE wallet_balances SET held_paise = 0 WHERE user_id = $1', [
    owner.userId,
  ]);
  const outcomes = await Promise.allSettled(
    [...requests, { id, owner }].map((request) => approve(world.deps, request)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...PEOPLE.map(() => 'fulfilled'),
    'rejected',
  ]);
  expect(await balancesOf([poor, { id, owner }])).toEqual([10_000, 5000]);
  await world.db.query('UPDATE wallet_balances SET held_paise = 5000 WHERE user_id = $1', [
    owner.userId,
  ]);
});

test('whoever’s wallet is locked keeps waiting, and no one else', async () => {
  const requests = await depositsOf(await newOwners());
  const [locked] = requests.splice(1, 1) as [Request];
  let release: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  let lock: Promise<void> | undefined;
  await new Promise<void>((isLocked) => {
    lock = world.db.transaction(async (tx) => {
      await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await tx.query('SELECT 1 FROM wallet_balances WHERE user_id = $1 FOR UPDATE', [
        locked.owner.userId,
      ]);
      isLocked();
      await isOver;
    });
  });
  let isAnswered = false;
  const waiting = approve(world.deps, locked).finally(() => {
    isAnswered = true;
  });
  const outcomes = await Promise.all(requests.map((request) => approve(world.deps, request)));
  expect(isAnswered).toBe(false);
  expect(outcomes).toEqual(requests.map(() => undefined));
  release();
  await lock;
  expect(await waiting).toBeUndefined();
  expect(await balancesOf([locked, ...requests])).toEqual(PEOPLE.map(() => 10_000));
});
