import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { claimRequest } from './claims.ts';
import { decideTransactions } from './decide.ts';
import { decideOnDesk } from './defer-decisions.ts';
import { getDeskRequest, listQueue, listUnderWay } from './review-desk.ts';
import { undoDecision } from './undo-decision.ts';

let world: MoneyWorld;
let owner: Actor;
let asha: Actor;
let ravi: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  asha = await world.newActor({ role: 'admin' });
  ravi = await world.newActor({ role: 'admin' });
});
beforeEach(async () => {
  await world.db.query('DELETE FROM request_claims');
  owner = await world.newActor({ balancePaise: 100_000 });
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

const claim = (actor: Actor, id: string) => claimRequest(world.deps, actor, id);
const shown = async (reader: Actor, id: string) =>
  (await getDeskRequest(world.deps, reader, id)).claim;
const passTime = () =>
  world.db.query(`UPDATE request_claims SET claimed_until = claimed_until - interval '3 minutes'`);
const countNews = async () =>
  (await world.db.query(`SELECT 1 FROM events WHERE payload->>'entity' = 'review'`)).length;

test('a claim is visible to other reviewers and in the queue, and lasts while its reviewer renews it', async () => {
  const { id } = await world.deposit(owner, 100);
  expect(await claim(asha, id)).toEqual({ claimedBy: asha.username, isOwn: true });
  const news = await countNews();
  expect(await claim(asha, id)).toEqual({ claimedBy: asha.username, isOwn: true });
  expect(await countNews()).toBe(news);
  expect(await claim(ravi, id)).toEqual({ claimedBy: asha.username, isOwn: false });
  const { rows } = await listQueue(world.deps, ravi.userId, { type: 'deposit', limit: 100 });
  const inQueue = rows.find((row) => row.id === id)?.claim;
  expect(inQueue).toEqual({ claimedBy: asha.username, isOwn: false });
  await passTime();
  expect(await shown(ravi, id)).toBeNull();
  expect(await claim(ravi, id)).toEqual({ claimedBy: ravi.username, isOwn: true });
  expect(await shown(asha, id)).toEqual({ claimedBy: ravi.username, isOwn: false });
});

test('claiming a request releases the reviewer’s previous claim of the same type', async () => {
  const [one, two] = [await world.deposit(owner, 100), await world.deposit(owner, 200)];
  const withdrawal = await world.withdraw(owner, 1000, await world.newBankAccount(owner));
  for (const { id } of [one, withdrawal, two]) await claim(asha, id);
  expect(await shown(ravi, one.id)).toBeNull();
  expect(await shown(ravi, withdrawal.id)).toMatchObject({ claimedBy: asha.username });
  expect(await shown(ravi, two.id)).toMatchObject({ claimedBy: asha.username });
  expect(await world.db.query('SELECT 1 FROM request_claims')).toHaveLength(2);
});

test('concurrent claims give each request to one reviewer and each reviewer one request', async () => {
  const [one, two] = [await world.deposit(owner, 100), await world.deposit(owner, 200)];
  for (let round = 0; round < 5; round += 1) {
    const claims = [asha, ravi, world.admin].flatMap((actor) => [
      claim(actor, one.id),
      claim(actor, two.id),
    ]);
    await Promise.all(claims);
    const rows = await world.db.query<{ id: string; by: string }>(
      'SELECT transaction_id AS id, claimed_by AS by FROM request_claims',
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ by }) => by)).size).toBe(rows.length);
    await passTime();
  }
});

test('a claim does not prevent decisions by others, and a decided or deleted request can’t be claimed', async () => {
  const { id } = await world.deposit(owner, 100);
  await claim(asha, id);
  const decision = { ids: [id], decision: 'approved' as const, requestKey: randomUUID() };
  expect((await decideTransactions(world.deps, ravi, decision)).get(id)).toBeUndefined();
  expect(await claim(ravi, id)).toEqual({ claimedBy: asha.username, isOwn: false });
  await passTime();
  expect(await claim(ravi, id)).toBeNull();
  expect(await claim(ravi, newId())).toBeNull();
});

test('a claim made before the database’s clock was set back is invalid', async () => {
  const { id } = await world.deposit(owner, 100);
  await claim(asha, id);
  await world.db.query(
    `UPDATE request_claims SET claimed_at = claimed_at + interval '1 day',
       claimed_until = claimed_until + interval '1 day'`,
  );
  expect(await claim(ravi, id)).toMatchObject({ isOwn: true });
});

test('lists the claimed requests and the decisions that can still be undone', async () => {
  const [held, decided] = [await world.deposit(owner, 100), await world.deposit(owner, 200)];
  await world.deposit(owner, 300);
  await claim(asha, held.id);
  await decideOnDesk(world.deps, ravi, {
    id: decided.id,
    decision: 'rejected',
    requestKey: randomUUID(),
  });
  const rows = await listUnderWay(world.deps, ravi.userId);
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(sorted).toEqual([
    {
      id: held.id,
      isHeld: false,
      waiting: null,
      claim: { claimedBy: asha.username, isOwn: false },
    },
    {
      id: decided.id,
      waiting: {
        decision: 'rejected',
        decidedBy: ravi.username,
        isOwn: true,
        undoMs: expect.any(Number),
      },
      isHeld: false,
      claim: null,
    },
  ]);
  await passTime();
  await undoDecision(world.deps, ravi, decided.id);
  expect(await listUnderWay(world.deps, ravi.userId)).toEqual([]);
});
