import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REQUESTS_PER_DAY } from '#contract/transactions/rules.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { decideTransactions } from '../review/decide.ts';
import { decideRequests } from '../review/defer-decisions.ts';
import { executeDueDecisions } from '../review/execute-decisions.ts';
import { cancelRequest } from './cancel-request.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

const cancel = (owner: Actor, id: string) => cancelRequest(world.deps, owner, id);
const auditOf = (id: string) =>
  world.db.query<{ action: string; after: object }>(
    'SELECT action, after FROM audit_log WHERE entity_id = $1 ORDER BY log_seq',
    [id],
  );

test('cancelling a withdrawal releases its hold and records it as cancelled by its owner', async () => {
  const owner = await world.newActor({ balancePaise: 50_000 });
  const { id } = await world.withdraw(owner, 20_000, await world.newBankAccount(owner));
  expect(await world.wallet(owner)).toEqual({ balancePaise: 50_000, heldPaise: 20_000 });
  const cancelled = await cancel(owner, id);
  expect(cancelled).toMatchObject({ status: 'rejected', isCancelled: true });
  expect(await world.wallet(owner)).toEqual({ balancePaise: 50_000, heldPaise: 0 });
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: 'transaction.cancel',
    after: { status: 'rejected', amountPaise: 20_000 },
  });
  expect(await cancel(owner, id)).toEqual(cancelled);
  expect(await auditOf(id)).toHaveLength(2);
});

test('a user makes at most 100 requests a day, also if they are cancelled', async () => {
  const owner = await world.newActor();
  const make = async () => cancel(owner, (await world.deposit(owner, 500)).id);
  await world.setNow(new Date('2026-11-01T18:29:00Z'));
  for (let n = 0; n < MAX_REQUESTS_PER_DAY; n += 1) await make();
  await expect(make()).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS_TODAY',
    data: { perDay: MAX_REQUESTS_PER_DAY },
  });
  await world.deposit(await world.newActor(), 500);
  // Midnight in India.
  await world.setNow(new Date('2026-11-01T18:30:00Z'));
  await make();
});

test('a cancelled request is not counted as a decision of a reviewer', async () => {
  const owner = await world.newActor();
  await cancel(owner, (await world.deposit(owner, 500)).id);
  const counted = await world.db.query('SELECT FROM daily_decision_deltas WHERE decided_by = $1', [
    owner.userId,
  ]);
  expect(counted).toEqual([]);
});

test('refuses to cancel a decided request, and requests of other users', async () => {
  const owner = await world.newActor();
  const { id } = await world.deposit(owner, 500);
  const other = await world.newActor();
  await expect(cancel(other, id)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
  await world.decide(id, 'approved');
  await expect(cancel(owner, id)).rejects.toMatchObject({ code: 'REQUEST_DECIDED' });
});

test('a decision on a cancelled request is refused and says that it was cancelled', async () => {
  const owner = await world.newActor();
  const { id } = await world.deposit(owner, 500);
  await cancel(owner, id);
  await expect(world.decide(id, 'approved')).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
    data: { status: 'cancelled', decidedBy: owner.username },
  });
});

test('a cancellation takes precedence over a decision that can still be undone', async () => {
  const owner = await world.newActor();
  const { id } = await world.deposit(owner, 500);
  const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
  await decideRequests(world.deps, world.admin, { ...decision, undoable: true });
  await cancel(owner, id);
  await world.db.query('UPDATE waiting_decisions SET due_at = now()');
  await executeDueDecisions(world.deps);
  expect((await world.wallet(owner)).balancePaise).toBe(0);
  const [told] = await world.db.query(
    'SELECT message FROM notifications WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [world.admin.userId],
  );
  expect(told).toMatchObject({
    message: expect.stringContaining(`was cancelled by ${owner.username}.`),
  });
});

test('of 120 simultaneous pairs of cancellation and decision, exactly one of each takes effect', async () => {
  const owners = await Promise.all(
    Array.from({ length: 12 }, () => world.newActor({ balancePaise: 100_000 })),
  );
  const pairs: { owner: Actor; id: string; decision: 'approved' | 'rejected' }[] = [];
  for (const owner of owners) {
    const account = await world.newBankAccount(owner);
    for (let n = 0; n < 10; n += 1) {
      const { id } = await (n % 2
        ? world.withdraw(owner, 1000, account)
        : world.deposit(owner, 1000));
      pairs.push({ owner, id, decision: n % 4 < 2 ? 'approved' : 'rejected' });
    }
  }
  const outcomes = await Promise.all(
    pairs.map(async ({ owner, id, decision }, n) => {
      const racing = [
        () => cancel(owner, id),
        () =>
          decideTransactions(world.deps, world.admin, {
            ids: [id],
            decision,
            requestKey: randomUUID(),
          }).then((results) => {
            const refused = results.get(id);
            if (refused) throw refused;
          }),
      ];
      if (n % 3 === 0) racing.reverse();
      const settled = await Promise.allSettled(racing.map((run) => run()));
      return settled.filter(({ status }) => status === 'fulfilled').length;
    }),
  );
  expect(outcomes).toEqual(pairs.map(() => 1));
  for (const owner of owners) expect((await world.wallet(owner)).heldPaise).toBe(0);
  await expectVerified(world.db);
});
