import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { approvalCommands } from '#server/app/approval-commands.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts, propose } from '#server/testing/statement-lines.ts';
import { confirmApproval, getApproval } from '../approvals/answer-approvals.ts';
import { createTypedUser } from '../users/users.ts';
import { createDeposit } from './credit-line.ts';
import { acceptProposals, markNotOurs } from './decide-matches.ts';
import { getEvidence } from './read-matches.ts';
import { undoDeposit } from './undo-credit.ts';

let world: MoneyWorld;
let other: Actor;
let owner: Actor;
beforeEach(async () => {
  world = await openMoneyWorld();
  other = await world.newActor({ role: 'admin' });
  owner = await world.newActor();
  await setRules(world.db, {
    deposit: { thresholdPaise: 40_000 },
    adjustment: { thresholdPaise: 40_000 },
  });
  return async () => {
    await expectVerified(world.db);
    await world.close();
  };
});

const balance = async () => (await world.wallet(owner)).balancePaise;
const confirm = (id: string) =>
  confirmApproval(world.deps, other, { id, executor: approvalCommands });

async function proposed(): Promise<{ id: string; requestId: string; lineId: string }> {
  const { lineIds } = await importAmounts(world, [50_000]);
  const [lineId = ''] = lineIds;
  const { id: requestId } = await world.deposit(owner, 50_000);
  return { id: await propose(world, { lineId, requestId, grade: 'likely' }), requestId, lineId };
}

/** Accepts a proposal. Returns the id of the request for a second approval. */
async function accept(id: string, requestKey = randomUUID()): Promise<string> {
  const { results } = await acceptProposals(world.deps, world.admin, { ids: [id], requestKey });
  expect(results).toMatchObject([{ id, refusal: { code: 'SECOND_APPROVAL_REQUIRED' } }]);
  return String(results[0]?.refusal?.data?.approvalId);
}

test('an accepted match takes effect when a second administrator confirms the approval', async () => {
  const { id, requestId } = await proposed();
  const requestKey = randomUUID();
  const approvalId = await accept(id, requestKey);
  expect(await accept(id, requestKey)).toBe(approvalId);
  expect(await balance()).toBe(0);
  await confirm(approvalId);
  expect(await balance()).toBe(50_000);
  const { matches } = await getEvidence(world.deps, world.admin.userId, requestId);
  expect(matches).toMatchObject([{ state: 'accepted', acceptedBy: world.admin.username }]);
});

test('a confirmed approval is not carried out if its money was claimed meanwhile', async () => {
  const { id, lineId } = await proposed();
  const approvalId = await accept(id);
  const mark = { lineId, note: 'A refund', requestKey: randomUUID() };
  await markNotOurs(world.deps, other, mark);
  await confirm(approvalId).catch(() => undefined);
  expect(await balance()).toBe(0);
});

test.each([
  ['deposits', { deposit: 40_000, adjustment: 60_000 }, 'deposit'],
  ['adjustments', { deposit: 60_000, adjustment: 40_000 }, 'adjustment'],
])(
  'a credit of a line above the limit of %s only waits for a second administrator',
  async (_, limits, kind) => {
    await setRules(world.db, {
      deposit: { thresholdPaise: limits.deposit },
      adjustment: { thresholdPaise: limits.adjustment },
    });
    const { lineIds } = await importAmounts(world, [50_000]);
    const deposit = { lineId: lineIds[0] ?? '', userId: owner.userId, requestKey: randomUUID() };
    const id = await approvalOf(createDeposit(world.deps, world.admin, deposit));
    expect(await getApproval(world.deps, other, id)).toMatchObject({ kind, amountPaise: 50_000 });
    expect(await balance()).toBe(0);
  },
);

test('the rule that needs more confirmations applies to a credit of a line', async () => {
  await world.newActor({ role: 'admin' });
  await setRules(world.db, {
    deposit: { thresholdPaise: 40_000, approvals: 2 },
    adjustment: { thresholdPaise: 40_000, approvals: 1 },
  });
  const { lineIds } = await importAmounts(world, [50_000]);
  const deposit = { lineId: lineIds[0] ?? '', userId: owner.userId, requestKey: randomUUID() };
  const id = await approvalOf(createDeposit(world.deps, world.admin, deposit));
  await confirm(id);
  expect(await balance()).toBe(0);
  expect(await getApproval(world.deps, other, id)).toMatchObject({ kind: 'deposit', needed: 2 });
});

test('a credit for an account that the same administrator set up waits, whatever its amount', async () => {
  await setRules(world.db, { connectedAccount: {} });
  const { lineIds } = await importAmounts(world, [50_000]);
  const userId = await createTypedUser(world.deps, world.admin, {
    ...{
      username: `user-${randomUUID().slice(0, 8)}`,
      password: `Pw-${randomUUID()}`,
      role: 'user',
    },
  });
  const deposit = {
    lineId: lineIds[0] ?? '',
    userId,
    paise: 100,
    requestKey: randomUUID(),
  };
  const id = await approvalOf(createDeposit(world.deps, world.admin, deposit));
  expect(await getApproval(world.deps, other, id)).toMatchObject({ kind: 'connectedAccount' });
});

test('a credit above the limit of adjustments is taken back when a second administrator confirms', async () => {
  const { lineIds } = await importAmounts(world, [50_000]);
  const deposit = { lineId: lineIds[0] ?? '', userId: owner.userId, requestKey: randomUUID() };
  await confirm(await approvalOf(createDeposit(world.deps, world.admin, deposit)));
  const { id: requestId } = await createDeposit(world.deps, world.admin, deposit);
  const [match] = (await getEvidence(world.deps, world.admin.userId, requestId)).matches;
  const undo = () => undoDeposit(world.deps, world.admin, match?.id ?? '');
  const id = await approvalOf(undo());
  expect(await approvalOf(undo())).toBe(id);
  expect(await balance()).toBe(50_000);
  await confirm(id);
  expect(await balance()).toBe(0);
  await undo();
  expect(await balance()).toBe(0);
});

test('a credit of a line above the limit of adjustments waits for a second administrator', async () => {
  const { lineIds } = await importAmounts(world, [50_000]);
  const deposit = { lineId: lineIds[0] ?? '', userId: owner.userId, requestKey: randomUUID() };
  const approvalId = await approvalOf(createDeposit(world.deps, world.admin, deposit));
  expect(await balance()).toBe(0);
  await confirm(approvalId);
  expect(await balance()).toBe(50_000);
  const { id } = await createDeposit(world.deps, world.admin, deposit);
  const { matches } = await getEvidence(world.deps, world.admin.userId, id);
  expect(matches).toMatchObject([{ state: 'accepted', paise: 50_000 }]);
});
