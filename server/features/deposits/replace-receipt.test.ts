import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_RECEIPT_REPLACEMENTS } from '#contract/transactions/rules.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { decideTransactions } from '../review/decide.ts';
import { decideRequests } from '../review/defer-decisions.ts';
import { executeDueDecisions } from '../review/execute-decisions.ts';
import { getDeskRequest } from '../review/review-desk.ts';
import { getTransaction } from '../transactions/search/search-views.ts';
import { replaceReceipt } from './replace-receipt.ts';

let world: MoneyWorld;
let owner: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  owner = await world.newActor();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

let images = 0;
/** A receipt with another image than all before. */
const newReceipt = () => {
  images += 1;
  return buildReceipt({ sha256: String(images).padStart(64, '0') });
};
const replace = (id: string, receipt = newReceipt()) =>
  replaceReceipt(world.deps, owner, { id, receipt });
const approve = (id: string, receiptUrl?: string | null) =>
  decideTransactions(world.deps, world.admin, {
    ids: [id],
    decision: 'approved',
    requestKey: randomUUID(),
    seenReceipts: receiptUrl === undefined ? undefined : [{ id, receiptUrl }],
  }).then((results) => {
    const refused = results.get(id);
    if (refused) throw refused;
  });
const seen = (id: string) => getTransaction(world.deps, world.admin, id);

test('replaces the receipt of a pending deposit, and keeps the previous one as evidence', async () => {
  const { id } = await world.deposit(owner, 500);
  const before = await seen(id);
  expect(before).toMatchObject({ receiptReplacedAt: null, replacedReceipts: [] });
  const receipt = newReceipt();
  const { answer, unused } = await replace(id, receipt);
  expect([answer.receiptUrl, unused]).toEqual([`/files/receipts/${receipt.id}`, false]);
  const after = await seen(id);
  expect(after).toMatchObject({
    receiptUrl: answer.receiptUrl,
    receiptReplacedAt: expect.any(Date),
    replacedReceipts: [{ receiptUrl: before.receiptUrl, replacedAt: after.receiptReplacedAt }],
  });
  const desk = await getDeskRequest(world.deps, world.admin, id);
  expect(desk.request.replacedReceipts).toEqual(after.replacedReceipts);
  const kept = await world.db.query('SELECT FROM files WHERE id = ANY ($1)', [
    [before, after].map(({ receiptUrl }) => receiptUrl?.split('/').at(-1)),
  ]);
  expect(kept).toHaveLength(2);
});

test('sending the current receipt again has no effect', async () => {
  const { id } = await world.deposit(owner, 500);
  const receipt = newReceipt();
  const { answer } = await replace(id, receipt);
  const again = await replace(id, buildReceipt({ sha256: receipt.sha256 }));
  expect(again).toEqual({ answer, unused: true });
  expect((await seen(id)).replacedReceipts).toHaveLength(1);
});

test('refuses to replace receipts of decided deposits and of other users, and too many replacements', async () => {
  const { id } = await world.deposit(owner, 500);
  const other = await world.newActor();
  const theirs = replaceReceipt(world.deps, other, { id, receipt: newReceipt() });
  await expect(theirs).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
  for (let n = 0; n < MAX_RECEIPT_REPLACEMENTS; n += 1) await replace(id);
  await expect(replace(id)).rejects.toMatchObject({
    code: 'TOO_MANY_REPLACEMENTS',
    data: { limit: MAX_RECEIPT_REPLACEMENTS },
  });
  await approve(id);
  await expect(replace(id)).rejects.toMatchObject({ code: 'REQUEST_DECIDED' });
});

test('refuses to approve a deposit whose receipt was replaced after the reviewer saw it', async () => {
  const { id } = await world.deposit(owner, 500);
  const { receiptUrl } = await seen(id);
  await replace(id);
  await expect(approve(id, receiptUrl)).rejects.toMatchObject({ code: 'RECEIPT_REPLACED' });
  expect((await seen(id)).status).toBe('pending');
  await approve(id, (await seen(id)).receiptUrl);
  expect((await seen(id)).status).toBe('approved');
});

test('does not carry out a deferred approval after the receipt was replaced', async () => {
  const { id } = await world.deposit(owner, 500);
  const { receiptUrl } = await seen(id);
  const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
  const seenReceipts = [{ id, receiptUrl }];
  await decideRequests(world.deps, world.admin, { ...decision, seenReceipts, undoable: true });
  await replace(id);
  await world.db.query('UPDATE waiting_decisions SET due_at = now()');
  await executeDueDecisions(world.deps);
  expect((await seen(id)).status).toBe('pending');
});

test('of 60 simultaneous pairs of replacement and approval, an approved deposit has the receipt that the reviewer saw', async () => {
  for (let n = 0; n < 60; n += 1) {
    const { id } = await world.deposit(owner, 500);
    const { receiptUrl } = await seen(id);
    const racing = [() => replace(id), () => approve(id, receiptUrl)];
    if (n % 2) racing.reverse();
    const settled = await Promise.allSettled(racing.map((run) => run()));
    const won = settled.filter(({ status }) => status === 'fulfilled').length;
    const { status, receiptUrl: current } = await seen(id);
    expect([won, status === 'approved']).toEqual([1, current === receiptUrl]);
    if (status === 'pending') await world.decide(id, 'rejected');
  }
});
