import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { findWrongOutcomes, raceApprovals } from '#server/testing/approval-races.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { confirmApproval, getApproval } from '../approvals/answer-approvals.ts';
import { cancelRequest } from '../transactions/cancel-request.ts';
import { decideTransactions } from './decide.ts';
import { decideOnDesk, decideRequests } from './defer-decisions.ts';
import { executeDueDecisions } from './execute-decisions.ts';
import { getDeskRequest, listUnderWay } from './review-desk.ts';

let world: MoneyWorld;
let maker: Actor;
let other: Actor;
let owner: Actor;

beforeEach(async () => {
  world = await openMoneyWorld();
  maker = world.admin;
  other = await world.newActor({ role: 'admin' });
  owner = await world.newActor({ balancePaise: 100_000 });
  await setRules(world.db, {
    deposit: { thresholdPaise: 500_000 },
    withdrawal: { thresholdPaise: 50_000 },
  });
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

const balance = async () => (await world.wallet(owner)).balancePaise;
const confirm = (id: string, by = other) =>
  confirmApproval(world.deps, by, { id, executor: approvalCommands });
const input = (ids: string[], decision: 'approved' | 'rejected' = 'approved') => ({
  ids,
  decision,
  requestKey: randomUUID() as string,
});
const bigDeposit = async () => (await world.deposit(owner, 600_000)).id;

async function statusOf(id: string): Promise<string | undefined> {
  const rows = await world.db.query<{ status: string }>(
    'SELECT status FROM transactions WHERE id = $1',
    [id],
  );
  return rows[0]?.status;
}

/** Decides a list. Returns the error of each request by id, and the ids of stored requests for approval. */
async function decide(by: Actor, list: ReturnType<typeof input>) {
  const results = await decideTransactions(world.deps, by, list);
  return list.ids.map((id) => results.get(id)?.code);
}

async function approvalIdOf(id: string): Promise<string> {
  const rows = await world.db.query<{ id: string }>(
    `SELECT id FROM approval_requests WHERE target_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [id],
  );
  return rows[0]?.id ?? '';
}

async function endUndoTime(): Promise<void> {
  await world.db.query(
    `UPDATE waiting_decisions SET due_at = date_trunc('milliseconds', clock_timestamp())`,
  );
  await executeDueDecisions(world.deps);
}

describe('a list of approvals', () => {
  test('holds the requests above the threshold and decides the others', async () => {
    // The maker has approved ₹1,000.00 of the owner today.
    const [small, big] = [(await world.deposit(owner, 400_000)).id, await bigDeposit()];
    expect(await decide(maker, input([small, big]))).toEqual([
      undefined,
      'SECOND_APPROVAL_REQUIRED',
    ]);
    expect(await statusOf(small)).toBe('approved');
    expect(await statusOf(big)).toBe('pending');
    const id = await approvalIdOf(big);
    expect(await getApproval(world.deps, other, id)).toMatchObject({
      kind: 'deposit',
      amountPaise: 600_000,
      concerned: { id: owner.userId },
      obstacle: null,
    });
    const held = { id: big, isHeld: true, waiting: null, claim: null };
    expect(await listUnderWay(world.deps, other.userId)).toEqual([held]);
    expect(await getDeskRequest(world.deps, other, big)).toMatchObject({ isHeld: true });
    await confirm(id);
    expect(await listUnderWay(world.deps, other.userId)).toEqual([]);
    expect(await statusOf(big)).toBe('approved');
    expect(await balance()).toBe(1_100_000);
  });

  test('holds those that exceed the threshold together with others of the same admin, account and day', async () => {
    // With the ₹1,000.00 that the owner has.
    const deposits = [200_000, 200_000, 100_000, 100_000];
    const ids: string[] = [];
    for (const paise of deposits) ids.push((await world.deposit(owner, paise)).id);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    expect(await decide(maker, input([first]))).toEqual([undefined]);
    expect(await decide(maker, input([second, third]))).toEqual([
      undefined,
      'SECOND_APPROVAL_REQUIRED',
    ]);
    // Another account, another administrator and another day have their own sums.
    const elsewhere = (await world.deposit(await world.newActor(), 500_000)).id;
    expect(await decide(maker, input([elsewhere]))).toEqual([undefined]);
    expect(await decide(other, input([fourth]))).toEqual([undefined]);
    await confirm(await approvalIdOf(third));
    const account = await world.newBankAccount(owner);
    const paid = (await world.withdraw(owner, 50_000, account)).id;
    expect(await decide(maker, input([paid])), 'withdrawals are added up apart').toEqual([
      undefined,
    ]);
    const next = (await world.deposit(owner, 500_000)).id;
    await world.setNow(new Date(world.deps.clock.now().getTime() + 24 * 60 * 60_000));
    expect(await decide(maker, input([next]))).toEqual([undefined]);
    expect(await balance()).toBe(100_000 + 600_000 + 500_000 - 50_000);
  });

  test('holds all but one of concurrent approvals that exceed the threshold together', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await world.deposit(owner, 300_000)).id);
    // Each list is too long to share a transaction with others.
    const others = Array.from({ length: 20 }, () => randomUUID() as string);
    const refusals = await Promise.all(ids.map((id) => decide(maker, input([id, ...others]))));
    expect(refusals.map(([first]) => first).filter((code) => code === undefined)).toHaveLength(1);
    expect(await balance()).toBe(400_000);
  });

  test('returns the waiting request to every admin who approves again', async () => {
    const big = await bigDeposit();
    const list = input([big]);
    await decide(maker, list);
    const id = await approvalIdOf(big);
    await decide(maker, list);
    await decide(other, input([big]));
    expect(await approvalIdOf(big)).toBe(id);
    expect(await statusOf(big)).toBe('pending');
  });

  test('rejects without a second approval, which ends the waiting request', async () => {
    const big = await bigDeposit();
    await decide(maker, input([big]));
    const id = await approvalIdOf(big);
    expect(await decide(other, input([big], 'rejected'))).toEqual([undefined]);
    expect(await getApproval(world.deps, maker, id)).toMatchObject({
      state: 'failed',
      failure: 'ALREADY_DECIDED',
    });
  });

  test('ends when the owner cancels the request', async () => {
    const account = await world.newBankAccount(owner);
    const { id } = await world.withdraw(owner, 60_000, account);
    await decide(maker, input([id]));
    await cancelRequest(world.deps, owner, id);
    const approval = await approvalIdOf(id);
    expect(await getApproval(world.deps, maker, approval)).toMatchObject({ state: 'failed' });
    await expect(confirm(approval)).rejects.toMatchObject({ code: 'APPROVAL_ENDED' });
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 0 });
  });

  test('holds withdrawals by their own threshold', async () => {
    const account = await world.newBankAccount(owner);
    const { id } = await world.withdraw(owner, 60_000, account);
    expect(await decide(maker, input([id]))).toEqual(['SECOND_APPROVAL_REQUIRED']);
    await confirm(await approvalIdOf(id));
    expect(await world.wallet(owner)).toEqual({ balancePaise: 40_000, heldPaise: 0 });
  });
});

describe('a decision on the desk', () => {
  test('is held immediately instead of deferred, also when it is sent again', async () => {
    const big = await bigDeposit();
    const { ids: _, ...decision } = { ...input([big]), id: big };
    const id = await approvalOf(decideOnDesk(world.deps, maker, decision));
    expect(await approvalOf(decideOnDesk(world.deps, maker, decision))).toBe(id);
    expect(await world.db.query('SELECT 1 FROM waiting_decisions')).toEqual([]);
    await confirm(id);
    expect(await statusOf(big)).toBe('approved');
  });

  test('is a result of its request in a list with undo', async () => {
    const big = await bigDeposit();
    const outcome = await decideRequests(world.deps, maker, { ...input([big]), undoable: true });
    expect(outcome.results.get(big)?.code).toBe('SECOND_APPROVAL_REQUIRED');
    await getApproval(world.deps, maker, await approvalIdOf(big));
  });

  test('is held when its undo time is over, if a rule was switched on meanwhile', async () => {
    const { id: deposit } = await world.deposit(owner, 400_000);
    const { ids: _, ...decision } = { ...input([deposit]), id: deposit };
    await decideOnDesk(world.deps, maker, decision);
    await setRules(world.db, { deposit: { thresholdPaise: 100_000 } });
    await endUndoTime();
    expect(await statusOf(deposit)).toBe('pending');
    const [notice] = await world.db.query<{ message: string }>(
      `SELECT message FROM notifications WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
      [maker.userId],
    );
    expect(notice?.message).toContain('needs a second approval');
    await confirm(await approvalIdOf(deposit));
    expect(await statusOf(deposit)).toBe('approved');
  });
});

test('a confirmation waits for the undo time of another decision', async () => {
  const big = await bigDeposit();
  await decide(maker, input([big]));
  const id = await approvalIdOf(big);
  const { ids: _, ...rejection } = { ...input([big], 'rejected'), id: big };
  await decideOnDesk(world.deps, other, rejection);
  await expect(confirm(id)).rejects.toMatchObject({ code: 'DECISION_WAITING' });
  expect((await getApproval(world.deps, maker, id)).state).toBe('waiting');
});

test('of 96 confirmations that race with every other end of a request on two servers, each has one outcome', async () => {
  const third = await world.newActor({ role: 'admin' });
  const secondDb = openDatabase(world.db.pool.options, { clock: world.deps.clock });
  const second = { ...world.deps, db: secondDb };
  const people = { maker, confirmer: other, third };
  const outcomes = await raceApprovals({ world, second, people }, 96);
  expect(findWrongOutcomes(outcomes)).toEqual([]);
  await secondDb.close();
});

test('a request whose time is over makes room for a new one before the background job has ended it', async () => {
  const big = await bigDeposit();
  await decide(maker, input([big]));
  const first = await approvalIdOf(big);
  await world.setNow(new Date('2026-11-03T10:00:00Z'));
  expect(await decide(maker, input([big]))).toEqual(['SECOND_APPROVAL_REQUIRED']);
  const next = await approvalIdOf(big);
  expect(next).not.toBe(first);
  expect((await getApproval(world.deps, maker, first)).state).toBe('expired');
  await confirm(next);
  expect(await statusOf(big)).toBe('approved');
});

test('a confirmed approval waits for the confirmations that a stricter rule needs', async () => {
  const big = await bigDeposit();
  await decide(maker, input([big]));
  const id = await approvalIdOf(big);
  await setRules(world.db, { deposit: { thresholdPaise: 500_000, approvals: 2 } });
  expect(await confirm(id)).toMatchObject({ state: 'waiting', needed: 2, obstacle: 'confirmed' });
  expect(await statusOf(big)).toBe('pending');
  await confirm(id, await world.newActor({ role: 'admin' }));
  expect(await statusOf(big)).toBe('approved');
});
