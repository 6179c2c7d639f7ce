import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAX_DECISIONS_AT_ONCE, MAX_DECISIONS_IN_A_CALL } from '#contract/review/rules.ts';
import { type TransactionId, transactionId } from '#contract/shared/base.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn & { username: string };
beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = await Promise.all([app.admin(), app.newUser()]);
});
afterEach(() => expectVerified(app.deps.db));
afterAll(() => app.close());

const NOWHERE = transactionId.parse('01890000-0000-7000-8000-000000000000');
const key = () => randomUUID();

const deposit = async (changes: object = {}) =>
  makeDeposit(app, { cookie: user.cookie, image: await buildImage() }, changes);

async function deposits(count: number) {
  const made: OwnTransaction[] = [];
  for (let n = 0; n < count; n += 1) made.push(await deposit());
  return made.map(({ id }) => id);
}

async function balance(): Promise<number> {
  return (await user.api.balances.current()).balancePaise;
}

const alreadyDecided = (status: string) => ({
  code: 'ALREADY_DECIDED',
  data: { status, decidedBy: 'admin' },
});

test('approves many requests in one call and returns a result for each', async () => {
  const [first, second, decided] = await deposits(3);
  if (!first || !second || !decided) throw new Error('Three deposits were made');
  await admin.api.review.decide({ ids: [decided], decision: 'rejected', requestKey: key() });
  const before = await balance();
  const [source] = await admin.api.sources.listActive();
  const { results } = await admin.api.review.decide({
    decision: 'approved',
    ids: [first, decided, NOWHERE, second, first],
    sourceId: source?.id,
    notes: 'batch of Monday',
    requestKey: key(),
  });
  expect(results).toEqual([
    { id: first },
    { id: decided, refusal: alreadyDecided('rejected') },
    { id: NOWHERE, refusal: { code: 'TRANSACTION_NOT_FOUND' } },
    { id: second },
  ]);
  expect(await balance()).toBe(before + 2000);
  expect(await admin.api.transactions.get({ id: second })).toMatchObject({
    status: 'approved',
    adminNotes: 'batch of Monday',
    sourceName: source?.name,
  });
});

test('rejects many requests in one call; repeating the call has no effect and returns the same results', async () => {
  const ids = await deposits(2);
  const request = { ids, decision: 'rejected', notes: 'no receipt', requestKey: key() } as const;
  const { results } = await admin.api.review.decide(request);
  expect(results).toEqual(ids.map((id) => ({ id })));
  const count = async () => (await user.api.notifications.list({})).totalCount;
  const told = await count();
  expect(await admin.api.review.decide(request)).toEqual({ results });
  expect(await count()).toBe(told);
  const again = await admin.api.review.decide({ decision: 'approved', ids, requestKey: key() });
  expect(again.results).toEqual(ids.map((id) => ({ id, refusal: alreadyDecided('rejected') })));
});

test('two administrators with overlapping lists decide each request once', async () => {
  const second = await app.newUser({ role: 'admin' });
  const ids = await deposits(6);
  const before = await balance();
  const lists = await Promise.all([
    admin.api.review.decide({ decision: 'approved', ids, requestKey: key() }),
    second.api.review.decide({ decision: 'rejected', ids: [...ids].reverse(), requestKey: key() }),
    second.api.review.decide({ decision: 'approved', ids: ids.slice(2), requestKey: key() }),
  ]);
  const decided = lists.flatMap(({ results }) => results.filter(({ refusal }) => !refusal));
  expect(decided.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const rows = await Promise.all(ids.map((id) => admin.api.transactions.get({ id })));
  const approved = rows.filter(({ status }) => status === 'approved').length;
  expect(await balance()).toBe(before + approved * 1000);
});

test('decides a list that is longer than one transaction takes', async () => {
  const [first, last] = await deposits(2);
  if (!first || !last) throw new Error('Two deposits were made');
  const before = await balance();
  const unknown = Array.from({ length: MAX_DECISIONS_AT_ONCE }, () =>
    transactionId.parse(randomUUID()),
  );
  const ids = [last, ...unknown, first];
  const request = { decision: 'approved', ids, requestKey: key() } as const;
  const { results } = await admin.api.review.decide(request);
  expect(results).toEqual([
    { id: last },
    ...unknown.map((id) => ({ id, refusal: { code: 'TRANSACTION_NOT_FOUND' } })),
    { id: first },
  ]);
  expect(await balance()).toBe(before + 2000);
  expect(await admin.api.review.decide(request)).toEqual({ results });
  expect(await balance()).toBe(before + 2000);
});

test('an invalid list of requests decides none', async () => {
  const ids = await deposits(1);
  const calls = [
    admin.api.review.decide({ decision: 'approved', ids: [], requestKey: key() }),
    admin.api.review.decide({
      decision: 'approved',
      ids: Array(MAX_DECISIONS_IN_A_CALL + 1).fill(ids[0]),
      requestKey: key(),
    }),
    admin.api.review.decide({
      decision: 'rejected',
      ids,
      notes: 'x'.repeat(1001),
      requestKey: key(),
    }),
  ];
  expect(await Promise.all(calls.map(errorCodeOf))).toEqual(Array(3).fill('INVALID_INPUT'));
  const sourceId = NOWHERE;
  const lost = admin.api.review.decide({ decision: 'approved', ids, sourceId, requestKey: key() });
  expect(await errorCodeOf(lost)).toBe('SOURCE_NOT_FOUND');
  expect(
    await errorCodeOf(user.api.review.decide({ decision: 'approved', ids, requestKey: key() })),
  ).toBe('ADMIN_REQUIRED');
  const [id] = ids;
  if (!id) throw new Error('A deposit was made');
  expect((await admin.api.transactions.get({ id })).status).toBe('pending');
});

describe('an undoable decision', () => {
  const undoable = (ids: TransactionId[], changes: object = {}) =>
    admin.api.review.decide({
      ids,
      decision: 'approved',
      undoable: true,
      requestKey: key(),
      ...changes,
    });

  test('is deferred, can be undone, and is refused when sent again after that', async () => {
    const [id = NOWHERE] = await deposits(1);
    const requestKey = key();
    expect(await undoable([id], { requestKey })).toEqual({ results: [{ id }], undoMs: 5000 });
    expect((await admin.api.transactions.get({ id })).status).toBe('pending');
    expect((await undoable([id], { requestKey })).undoMs).toBeGreaterThan(0);
    await admin.api.review.undo({ id });
    expect(await undoable([id], { requestKey })).toEqual({
      results: [{ id, refusal: { code: 'DECISION_UNDONE' } }],
      undoMs: 0,
    });
  });

  test('returns a refusal for its request, and an error for the whole call', async () => {
    const [id = NOWHERE, decided = NOWHERE] = await deposits(2);
    await admin.api.review.decide({ ids: [decided], decision: 'rejected', requestKey: key() });
    expect(await undoable([decided])).toEqual({
      results: [{ id: decided, refusal: alreadyDecided('rejected') }],
      undoMs: 0,
    });
    expect(await errorCodeOf(undoable([id], { sourceId: NOWHERE }))).toBe('SOURCE_NOT_FOUND');
    expect(await errorCodeOf(undoable([id, decided]))).toBe('INVALID_INPUT');
    const byUser = user.api.review.decide({
      ids: [id],
      decision: 'approved',
      undoable: true,
      requestKey: key(),
    });
    expect(await errorCodeOf(byUser)).toBe('ADMIN_REQUIRED');
  });

  test('is refused if a warning is not acknowledged', async () => {
    const bytes = await buildImage();
    const [id = NOWHERE] = [(await makeDeposit(app, { cookie: user.cookie, image: bytes })).id];
    await makeDeposit(app, { cookie: user.cookie, image: bytes });
    expect((await undoable([id], { acknowledgedIds: [] })).results).toEqual([
      { id, refusal: { code: 'WARNING_NOT_ACKNOWLEDGED' } },
    ]);
    expect(await undoable([id], { acknowledgedIds: [id] })).toMatchObject({ undoMs: 5000 });
  });

  test('of an API key is executed immediately', async () => {
    const [id = NOWHERE] = await deposits(1);
    const scopes = ['requests:decide'] as const;
    const form = { name: 'bot', scopes: [...scopes], days: 30 as const };
    const { secret } = await admin.api.apiKeys.create(form);
    const response = await fetch(`${app.baseUrl}/api/v1/transactions/decisions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ids: [id],
        decision: 'approved',
        undoable: true,
        requestKey: key(),
      }),
    });
    expect(await response.json()).toEqual({ results: [{ id }], undoMs: 0 });
    expect((await admin.api.transactions.get({ id })).status).toBe('approved');
  });
});

test('both REST paths of a decision return their documented responses', async () => {
  const [first = NOWHERE, second = NOWHERE] = await deposits(2);
  const post = async (path: string, body: object) => {
    const response = await fetch(`${app.baseUrl}/api/v1/transactions/${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approved', requestKey: key(), ...body }),
    });
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };
  expect(await post('decisions', { ids: [first] })).toEqual({
    status: 200,
    body: { results: [{ id: first }] },
  });
  expect(await post(`${second}/decision`, {})).toEqual({ status: 200, body: { undoMs: 5000 } });
  const refused = await post(`${first}/decision`, {});
  expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_DECIDED']);
});
