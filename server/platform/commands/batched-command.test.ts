import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import { requestDeposit } from '#server/features/deposits/request-deposit.ts';
import { markRead } from '#server/features/notifications/notifications.ts';
import { decideTransactions } from '#server/features/review/decide.ts';
import type { DecisionInput } from '#server/features/review/decisions.ts';
import { requestWithdrawal } from '#server/features/withdrawals/request-withdrawal.ts';
import { failingAt } from '#server/testing/failing-batches.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { isAppError } from '../../base/errors.ts';
import type { Deps } from '../../deps/deps.ts';
import type { Actor } from '../auth/gate.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterEach(() => expectVerified(world.db));
afterAll(() => world.close());

type Send = (deps: Deps) => Promise<unknown>;

interface Kind {
  name: string;
  prepare(owner: Actor): Promise<Send>;
  countEffects(owner: Actor): Promise<number>;
}

async function decision(id: string): Promise<Send> {
  const decided = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
  return async (deps) => {
    const refusal = (await decideTransactions(deps, world.admin, decided)).get(id);
    if (refusal) throw refusal;
  };
}

async function withdrawal(owner: Actor, amount = '100'): Promise<Send> {
  const bankAccountId = await world.newBankAccount(owner);
  const input = { amount, bankAccountId, requestKey: randomUUID() };
  return (deps) => requestWithdrawal(deps, owner, input);
}

async function count(owner: Actor, condition: string, table = 'transactions'): Promise<number> {
  const [row] = await world.db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE user_id = $1 AND ${condition}`,
    [owner.userId],
  );
  return row?.count ?? 0;
}

async function newNotification(owner: Actor): Promise<string> {
  const { id } = await world.deposit(owner, 1000);
  await world.decide(id, 'rejected');
  const [row] = await world.db.query<{ id: string }>(
    'SELECT id FROM notifications WHERE user_id = $1 AND NOT read ORDER BY id DESC LIMIT 1',
    [owner.userId],
  );
  return row?.id ?? '';
}

const decisions: Kind = {
  name: 'decisions',
  prepare: async (owner) => decision((await world.deposit(owner, 10_000)).id),
  countEffects: async (owner) => (await world.wallet(owner)).balancePaise / 10_000 - 1000,
};
const withdrawals: Kind = {
  name: 'withdrawals',
  prepare: withdrawal,
  countEffects: async (owner) => (await world.wallet(owner)).heldPaise / 10_000,
};
const deposits: Kind = {
  name: 'deposits',
  async prepare(owner) {
    const form = { amount: '100', requestKey: randomUUID() };
    return (deps) => requestDeposit(deps, owner, { form, receipt: buildReceipt() });
  },
  async countEffects(owner) {
    const made = await count(owner, `status = 'pending'`);
    expect(await count(owner, 'true', 'files')).toBe(made + 1);
    return made;
  },
};
const readings: Kind = {
  name: 'notifications read',
  async prepare(owner) {
    const id = await newNotification(owner);
    return (deps) => markRead(deps, owner, id);
  },
  countEffects: (owner) => count(owner, 'read', 'notifications'),
};

async function newOwners(number = 4): Promise<Actor[]> {
  const each = Array.from({ length: number });
  return Promise.all(each.map(() => world.newActor({ balancePaise: 10_000_000 })));
}

function prepareAll(kind: Kind, owners: Actor[]): Promise<Send[]> {
  return Promise.all(owners.map((owner) => kind.prepare(owner)));
}

function effects(kind: Kind, owners: Actor[]): Promise<number[]> {
  return Promise.all(owners.map((owner) => kind.countEffects(owner)));
}

describe.each([decisions, withdrawals, deposits, readings])('concurrent $name', (kind) => {
  test('run in one transaction, each exactly once', async () => {
    const owners = await newOwners();
    const sends = await prepareAll(kind, owners);
    const { seen, deps } = failingAt(world.deps, 0);
    await Promise.all(sends.map((send) => send(deps)));
    expect(seen.together).toBe(1);
    expect(await effects(kind, owners)).toEqual([1, 1, 1, 1]);
  });

  test('take effect exactly once when any single statement of the batch fails, and no caller gets an error', async () => {
    const owners = await newOwners();
    let failed = 0;
    for (let statement = 1; ; statement += 1) {
      const sends = await prepareAll(kind, owners);
      const { seen, deps } = failingAt(world.deps, statement);
      await Promise.all(sends.map((send) => send(deps)));
      expect(await effects(kind, owners)).toEqual(owners.map(() => statement));
      if (seen.failures === 0) break;
      failed += 1;
    }
    expect(failed).toBeGreaterThanOrEqual(kind === readings ? 3 : 9);
  });

  test('change nothing when the connection ends during the transaction, and succeed when sent again', async () => {
    const owners = await newOwners(2);
    const sends = await prepareAll(kind, owners);
    const { deps } = failingAt(world.deps, 3, endConnection);
    const outcomes = await Promise.allSettled(sends.map((send) => send(deps)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await effects(kind, owners)).toEqual([0, 0]);
    await Promise.all(sends.map((send) => send(world.deps)));
    expect(await effects(kind, owners)).toEqual([1, 1]);
  });

  test('do not wait for a row that another transaction has locked, unless the row is their own', async () => {
    const owners = await newOwners();
    const sends = await prepareAll(kind, owners);
    const [lockedSend] = sends.splice(1, 1) as [Send];
    const [lockedOwner] = owners.splice(1, 1) as [Actor];
    const lock = await lockRows(lockedOwner);
    let isAnswered = false;
    const waiting = lockedSend(world.deps).finally(() => {
      isAnswered = true;
    });
    await Promise.all(sends.map((send) => send(world.deps)));
    expect(isAnswered).toBe(false);
    expect(await effects(kind, owners)).toEqual([1, 1, 1]);
    await lock.release();
    await waiting;
    expect(await effects(kind, [lockedOwner])).toEqual([1]);
  });
});

async function endConnection(tx: Tx): Promise<void> {
  const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await world.db.query('SELECT pg_terminate_backend($1, 1000)', [backend?.pid]);
}

/** Locks a user's wallet and notifications until `release` is called. */
async function lockRows({ userId }: Actor): Promise<{ release(): Promise<void> }> {
  const client = await world.db.pool.connect();
  await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query('SELECT 1 FROM wallet_balances WHERE user_id = $1 FOR UPDATE', [userId]);
  await client.query('SELECT 1 FROM notifications WHERE user_id = $1 FOR UPDATE', [userId]);
  return {
    async release() {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}

test('a decision that violates a constraint fails alone, and the rest of its batch succeeds', async () => {
  const owners = await newOwners();
  const [poor, ...others] = owners as [Actor, ...Actor[]];
  const { id } = await world.withdraw(poor, 5000, await world.newBankAccount(poor));
  const setHeld = (paise: number) =>
    world.db.query('UPDATE wallet_balances SET held_paise = $2 WHERE user_id = $1', [
      poor.userId,
      paise,
    ]);
  await setHeld(0);
  const sends = [await decision(id), ...(await prepareAll(decisions, others))];
  const outcomes = await Promise.allSettled(sends.map((send) => send(world.deps)));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    ...others.map(() => 'fulfilled'),
  ]);
  expect(await effects(decisions, owners)).toEqual([0, 1, 1, 1]);
  await setHeld(5000);
});

/** Decisions that name an unknown row, or that reuse an idempotency key with another input. */
const refusedDecisions: [string, (id: string) => Promise<Partial<DecisionInput>>][] = [
  ['SOURCE_NOT_FOUND', async () => ({ sourceId: randomUUID() })],
  ['REASON_NOT_FOUND', async () => ({ decision: 'rejected', reasonId: randomUUID() })],
  [
    'IDEMPOTENCY_CONFLICT',
    async () => {
      const requestKey = randomUUID();
      const other = await world.deposit(await world.newActor(), 10_000);
      const first = { ids: [other.id], decision: 'approved' as const, requestKey };
      await decideTransactions(world.deps, world.admin, first);
      return { requestKey };
    },
  ],
];

test.each(refusedDecisions)(
  'a decision refused with %s neither fails its batch nor makes the batch run again',
  async (code, refusedWith) => {
    const owners = await newOwners();
    const [refusedOwner, ...others] = owners as [Actor, ...Actor[]];
    const { id } = await world.deposit(refusedOwner, 10_000);
    const decided = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
    const input = { ...decided, ...(await refusedWith(id)) };
    const sends: Send[] = [
      (deps) => decideTransactions(deps, world.admin, input),
      ...(await prepareAll(decisions, others)),
    ];
    const { seen, deps } = failingAt(world.deps, 0);
    const outcomes = await Promise.allSettled(sends.map((send) => send(deps)));
    expect(outcomes.map(codeOf)).toEqual([code, 'ok', 'ok', 'ok']);
    expect(seen).toMatchObject({ together: 1, individually: 0 });
    expect(await effects(decisions, owners)).toEqual([0, 1, 1, 1]);
    // A refused decision leaves its idempotency key unused, so another decision can use it.
    if (code === 'IDEMPOTENCY_CONFLICT') return;
    await decideTransactions(world.deps, world.admin, decided);
    await decideTransactions(world.deps, world.admin, { ...decided, requestKey: input.requestKey });
    expect(await effects(decisions, owners)).toEqual([1, 1, 1, 1]);
  },
);

test('a deposit refused for its QR code neither fails its batch nor makes the batch run again', async () => {
  const owners = await newOwners();
  const [refused, ...others] = owners as [Actor, ...Actor[]];
  const form = { amount: '100', requestKey: randomUUID(), qrCodeId: randomUUID() };
  const sends: Send[] = [
    (deps) => requestDeposit(deps, refused, { form, receipt: buildReceipt() }),
    ...(await prepareAll(deposits, others)),
  ];
  const { seen, deps } = failingAt(world.deps, 0);
  const outcomes = await Promise.allSettled(sends.map((send) => send(deps)));
  expect(outcomes.map(codeOf)).toEqual(['QR_CODE_NOT_FOUND', 'ok', 'ok', 'ok']);
  expect(seen).toMatchObject({ together: 1, individually: 0 });
  expect(await effects(deposits, owners)).toEqual([0, 1, 1, 1]);
});

test.each([withdrawals, deposits, readings])(
  '$name of a user whose session has ended neither fail their batch nor make it run again',
  async (kind) => {
    const owners = await newOwners();
    const sends = await prepareAll(kind, owners);
    await world.db.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [
      owners[1]?.userId,
    ]);
    const { seen, deps } = failingAt(world.deps, 0);
    const outcomes = await Promise.allSettled(sends.map((send) => send(deps)));
    expect(outcomes.map(codeOf)).toEqual(['ok', 'MISSING_SESSION', 'ok', 'ok']);
    expect(seen).toMatchObject({ together: 1, individually: 0 });
    expect(await effects(kind, owners)).toEqual([1, 0, 1, 1]);
  },
);

test('each withdrawal in a batch sees the funds held by the previous ones of the same wallet', async () => {
  const owner = await world.newActor({ balancePaise: 30_000 });
  const sends = await Promise.all([1, 2, 3, 4, 5].map(() => withdrawal(owner)));
  const { seen, deps } = failingAt(world.deps, 0);
  const outcomes = await Promise.allSettled(sends.map((send) => send(deps)));
  expect(seen.together).toBe(1);
  expect(outcomes.map(codeOf)).toEqual([
    'ok',
    'ok',
    'ok',
    'INSUFFICIENT_BALANCE',
    'INSUFFICIENT_BALANCE',
  ]);
  expect(await world.wallet(owner)).toEqual({ balancePaise: 30_000, heldPaise: 30_000 });
});

function codeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'ok';
  return isAppError(outcome.reason) ? outcome.reason.code : String(outcome.reason);
}
