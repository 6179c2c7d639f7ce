import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { statementInvariants } from '#server/ledger/verify/statement-invariants.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { importAmounts, propose } from '#server/testing/statement-lines.ts';
import { replaceReceipt } from '../deposits/replace-receipt.ts';
import { executeDueDecisions } from '../review/execute-decisions.ts';
import { undoDecision, undoDecisions } from '../review/undo-decision.ts';
import { getTransaction } from '../transactions/search/search-views.ts';
import { createDeposit } from './credit-line.ts';
import { acceptProposals, markNotOurs, matchByHand } from './decide-matches.ts';
import { matchNewLines } from './match-new-lines.ts';
import {
  getEvidence,
  getSummary,
  listBalances,
  listMatches,
  listUnclaimed,
} from './read-matches.ts';
import { undoDeposit } from './undo-credit.ts';
import { restoreProposal, undoMatch } from './undo-match.ts';

let world: MoneyWorld;
let owner: Actor;
let other: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  other = await world.newActor({ role: 'admin' });
});
beforeEach(async () => {
  owner = await world.newActor();
});
afterEach(() => expectVerified(world.db));
afterAll(() => world.close());

const balanceOf = async (actor: Actor) => (await world.wallet(actor)).balancePaise;
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error) => error.code as string,
  );
const accept = (
  ids: string[],
  { by = world.admin, requestKey = randomUUID(), undoable = false } = {},
) => acceptProposals(world.deps, by, { ids, requestKey, undoable });
const refusalsOf = ({ results }: Awaited<ReturnType<typeof accept>>) =>
  results.map(({ refusal }) => refusal?.code);
const match = (lineId: string, parts: { requestId: string; paise: number }[], by = world.admin) =>
  matchByHand(world.deps, by, { lineId, parts, requestKey: randomUUID() });
const freeOf = async (lineId: string) => {
  const [row] = await world.db.query<{ paise: number }>(
    'SELECT paise - claimed_paise AS paise FROM statement_lines WHERE id = $1',
    [lineId],
  );
  return row?.paise;
};
const balancesOf = async (accountId: string) =>
  (await listBalances(world.deps)).find((row) => row.accountId === accountId);
const evidenceOf = async (id: string) =>
  (await getEvidence(world.deps, world.admin.userId, id)).matches;

const passTime = () =>
  world.db.query(
    `UPDATE waiting_decisions SET due_at = due_at - interval '1 hour', asked_at = asked_at - interval '1 hour'`,
  );

describe('accepting proposals', () => {
  test('approves their requests in one step, records the line, and moves the money in the ledger', async () => {
    const { accountId, lineIds } = await importAmounts(world, [50_000, 70_000, -1000]);
    const requests = [await world.deposit(owner, 50_000), await world.deposit(owner, 70_000)];
    const ids = await Promise.all(
      requests.map(({ id }, n) => propose(world, { lineId: lineIds[n] ?? '', requestId: id })),
    );
    expect((await getSummary(world.deps)).certain.count).toBe(2);
    const requestKey = randomUUID();
    expect(refusalsOf(await accept(ids, { requestKey }))).toEqual([undefined, undefined]);
    expect(refusalsOf(await accept(ids, { requestKey }))).toEqual([undefined, undefined]);
    expect(await balanceOf(owner)).toBe(120_000);
    expect(await balancesOf(accountId)).toMatchObject({
      bankPaise: 119_000n,
      unclaimedPaise: 0n,
      matchedPaise: 120_000n,
      notOursPaise: 0n,
      paidOutPaise: 1000n,
    });
    const [first] = await evidenceOf(requests[0]?.id ?? '');
    expect(first).toMatchObject({
      state: 'accepted',
      acceptedBy: world.admin.username,
      grade: 'certain',
      line: { narration: 'PAYMENT 0', paise: 50_000 },
    });
    const records = await world.db.query<{ line: string }>(
      `SELECT after ->> 'lineId' AS line FROM audit_log WHERE action = 'statement-match.accept' AND chain_id = $1 ORDER BY seq`,
      [owner.userId],
    );
    expect(records.map(({ line }) => line).toSorted()).toEqual(lineIds.slice(0, 2).toSorted());
  });

  test('of one line for two requests, concurrently by two administrators, approves one', async () => {
    const { lineIds } = await importAmounts(world, [50_000]);
    const [lineId = ''] = lineIds;
    const requests = [await world.deposit(owner, 50_000), await world.deposit(owner, 50_000)];
    const [a = '', b = ''] = await Promise.all(
      requests.map(({ id }) => propose(world, { lineId, requestId: id, grade: 'likely' })),
    );
    const outcomes = await Promise.all([accept([a]), accept([b], { by: other })]);
    expect(outcomes.flatMap(refusalsOf).filter((code) => code === undefined)).toHaveLength(1);
    expect(await balanceOf(owner)).toBe(50_000);
    expect(await freeOf(lineId)).toBe(0);
  });

  test('refuses a proposal that was undone, has another amount, or whose request was rejected', async () => {
    const { lineIds } = await importAmounts(world, [50_000, 50_000, 50_000]);
    const [first = '', second = '', third = ''] = lineIds;
    const more = await world.deposit(owner, 60_000);
    const same = await world.deposit(owner, 50_000);
    const gone = await world.deposit(owner, 50_000);
    const ids = [
      await propose(world, { lineId: first, requestId: more.id, grade: 'possible' }),
      await propose(world, { lineId: second, requestId: same.id }),
      await propose(world, { lineId: third, requestId: gone.id }),
    ];
    await undoMatch(world.deps, world.admin, ids[1] ?? '');
    await world.decide(gone.id, 'rejected');
    expect(refusalsOf(await accept(ids))).toEqual([
      'MATCH_INCOMPLETE',
      'MATCH_NOT_FOUND',
      'ALREADY_DECIDED',
    ]);
    expect(await balanceOf(owner)).toBe(0);
  });

  test('refuses a request whose receipt was replaced, or which has a warning, since the reviewer saw it', async () => {
    const { lineIds } = await importAmounts(world, [50_000, 60_000]);
    const [first = '', second = ''] = lineIds;
    const [shown, shownByHand] = [newId(), newId()];
    const { id } = await world.deposit(owner, 50_000, { id: shown });
    const byHand = await world.deposit(owner, 60_000, { id: shownByHand });
    const proposal = await propose(world, { lineId: first, requestId: id });
    const images = ['1', '2'].map((letter) => buildReceipt({ sha256: letter.repeat(64) }));
    for (const [n, replaced] of [id, byHand.id].entries()) {
      const receipt = images[n];
      if (receipt) await replaceReceipt(world.deps, owner, { id: replaced, receipt });
    }
    await world.deposit(await world.newActor(), 70_000, { sha256: '1'.repeat(64) });
    const outcomeOf = async (seen: object, undoable: boolean) => {
      const given = { ids: [proposal], requestKey: randomUUID(), undoable, ...seen };
      return refusalsOf(await acceptProposals(world.deps, world.admin, given));
    };
    const old = { seenReceipts: [{ id, receiptUrl: `/files/receipts/${shown}` }] };
    for (const undoable of [false, true]) {
      expect(await outcomeOf(old, undoable)).toEqual(['RECEIPT_REPLACED']);
      expect(await outcomeOf({ acknowledgedIds: [] }, undoable)).toEqual([
        'WARNING_NOT_ACKNOWLEDGED',
      ]);
      expect(await evidenceOf(id)).toMatchObject([{ state: 'proposed', isWaiting: false }]);
    }
    const { results } = await matchByHand(world.deps, world.admin, {
      lineId: second,
      parts: [{ requestId: byHand.id, paise: 60_000 }],
      seenReceipts: [{ id: byHand.id, receiptUrl: `/files/receipts/${shownByHand}` }],
      requestKey: randomUUID(),
    });
    expect(results).toMatchObject([{ refusal: { code: 'RECEIPT_REPLACED' } }]);
    expect(await balanceOf(owner)).toBe(0);
    const now = { id, receiptUrl: `/files/receipts/${images[0]?.id}` };
    expect(await outcomeOf({ acknowledgedIds: [id], seenReceipts: [now] }, false)).toEqual([
      undefined,
    ]);
  });

  test('of a request with a waiting decision keeps the money that was chosen for it', async () => {
    const { lineIds } = await importAmounts(world, [50_000, 50_000]);
    const { id } = await world.deposit(owner, 50_000);
    const [chosen = '', later = ''] = await Promise.all(
      lineIds.map((lineId) => propose(world, { lineId, requestId: id, grade: 'likely' })),
    );
    await accept([chosen], { undoable: true });
    for (const undoable of [true, false]) {
      expect(refusalsOf(await accept([later], { by: other, undoable }))).toEqual([
        'DECISION_WAITING',
      ]);
    }
    const matches = await evidenceOf(id);
    expect(matches.filter(({ isWaiting }) => isWaiting)).toMatchObject([{ id: chosen }]);
  });

  test('a dismissed proposal is recorded, and made again after it was restored', async () => {
    const utr = '630500000777';
    const { lineIds } = await importAmounts(world, [50_000], { details: `UPI/CR/${utr}` });
    const [lineId = ''] = lineIds;
    const { id } = await world.deposit(owner, 50_000, {}, { paymentMethod: 'UPI', utr });
    const run = () => matchNewLines(world.deps, new AbortController().signal);
    await run();
    const [proposal] = await evidenceOf(id);
    await undoMatch(world.deps, world.admin, proposal?.id ?? '');
    await run();
    expect(await evidenceOf(id)).toEqual([]);
    await restoreProposal(world.deps, other, proposal?.id ?? '');
    expect(await codeOf(restoreProposal(world.deps, other, proposal?.id ?? ''))).toBe(
      'MATCH_NOT_FOUND',
    );
    await run();
    expect(await evidenceOf(id)).toMatchObject([{ state: 'proposed', line: { id: lineId } }]);
    const records = await world.db.query(
      `SELECT action, actor_id AS "actorId" FROM audit_log WHERE entity_id = $1 AND chain_id = $2 ORDER BY seq`,
      [proposal?.id, owner.userId],
    );
    expect(records).toEqual([
      { action: 'statement-match.dismiss', actorId: world.admin.userId },
      { action: 'statement-match.restore', actorId: other.userId },
    ]);
  });

  test('waits for the undo time, can be undone, and is refused when its money is claimed meanwhile', async () => {
    const { lineIds } = await importAmounts(world, [50_000]);
    const [lineId = ''] = lineIds;
    const { id } = await world.deposit(owner, 50_000);
    const proposal = await propose(world, { lineId, requestId: id, grade: 'likely' });
    expect(await accept([proposal], { undoable: true })).toMatchObject({ undoMs: 5000 });
    expect(await evidenceOf(id)).toMatchObject([{ state: 'proposed', isWaiting: true }]);
    await undoDecision(world.deps, world.admin, id);
    expect(await evidenceOf(id)).toMatchObject([{ state: 'proposed', isWaiting: false }]);
    await accept([proposal], { undoable: true });
    await markNotOurs(world.deps, other, { lineId, note: 'A refund', requestKey: randomUUID() });
    await passTime();
    await executeDueDecisions(world.deps);
    expect(await balanceOf(owner)).toBe(0);
    expect(await freeOf(lineId)).toBe(0);
  });

  test('lets the approvals of a list wait together; each is undone or executed by itself', async () => {
    const { lineIds } = await importAmounts(world, [50_000, 70_000, 80_000]);
    const requests = [
      await world.deposit(owner, 50_000),
      await world.deposit(owner, 70_000),
      await world.deposit(owner, 90_000),
    ];
    const [first, second, third] = requests.map(({ id }) => id);
    const ids = await Promise.all(
      requests.map(({ id }, n) => propose(world, { lineId: lineIds[n] ?? '', requestId: id })),
    );
    const { count } = (await getSummary(world.deps)).certain;
    const given = { undoable: true, requestKey: randomUUID() };
    for (const outcome of [await accept(ids, given), await accept(ids, given)]) {
      expect(refusalsOf(outcome)).toEqual([undefined, undefined, 'MATCH_INCOMPLETE']);
      expect(outcome.undoMs).toBeGreaterThan(0);
    }
    expect(await balanceOf(owner)).toBe(0);
    // The third has not its whole amount.
    expect((await getSummary(world.deps)).certain.count).toBe(count - 2);
    const waiting = [{ isWaiting: true, waiting: { isOwn: true } }];
    expect(await evidenceOf(second ?? '')).toMatchObject(waiting);
    const ofOther = await accept(ids.slice(0, 2), { by: other, undoable: true });
    expect(refusalsOf(ofOther)).toEqual(['DECISION_WAITING', 'DECISION_WAITING']);
    expect(await evidenceOf(second ?? '')).toMatchObject(waiting);

    expect(await undoDecisions(world.deps, other, [second ?? ''])).toEqual(
      new Map([[second, undefined]]),
    );
    await undoDecisions(world.deps, world.admin, [first ?? '', third ?? '']);
    expect(await evidenceOf(first ?? '')).toMatchObject([{ isWaiting: false, waiting: null }]);
    await passTime();
    await executeDueDecisions(world.deps);
    expect(await balanceOf(owner)).toBe(70_000);
    const results = await undoDecisions(world.deps, world.admin, [second ?? '', randomUUID()]);
    expect([...results.values()].map((refusal) => refusal?.code)).toEqual([
      'ALREADY_DECIDED',
      'TRANSACTION_NOT_FOUND',
    ]);
  });

  test('is also done by an approval on the desk, for a certain match only', async () => {
    const { lineIds } = await importAmounts(world, [50_000, 60_000]);
    const [certain = '', likely = ''] = lineIds;
    const requests = [await world.deposit(owner, 50_000), await world.deposit(owner, 60_000)];
    await propose(world, { lineId: certain, requestId: requests[0]?.id ?? '' });
    const later = await propose(world, {
      lineId: likely,
      requestId: requests[1]?.id ?? '',
      grade: 'likely',
    });
    for (const { id } of requests) await world.decide(id, 'approved');
    expect(await freeOf(certain)).toBe(0);
    expect(await freeOf(likely)).toBe(60_000);
    expect(refusalsOf(await accept([later]))).toEqual([undefined]);
    expect(await freeOf(likely)).toBe(0);
    expect(await balanceOf(owner)).toBe(110_000);
  });
});

describe('matching by hand', () => {
  test('splits a line over requests, and joins lines for one request', async () => {
    const { lineIds } = await importAmounts(world, [90_000, 20_000]);
    const [big = '', small = ''] = lineIds;
    const first = await world.deposit(owner, 50_000);
    const second = await world.deposit(owner, 60_000);
    const parts = [
      { requestId: first.id, paise: 50_000 },
      { requestId: second.id, paise: 40_000 },
    ];
    const { results } = await match(big, parts);
    expect(results).toMatchObject([
      { id: first.id },
      { refusal: { code: 'MATCH_INCOMPLETE', data: { missingPaise: 20_000 } } },
    ]);
    expect(await balanceOf(owner)).toBe(50_000);
    expect((await match(small, [{ requestId: second.id, paise: 20_000 }], other)).results).toEqual([
      { id: second.id },
    ]);
    expect(await balanceOf(owner)).toBe(110_000);
    expect(await freeOf(big)).toBe(0);
    const [match1] = await evidenceOf(second.id);
    await undoMatch(world.deps, world.admin, match1?.id ?? '');
    await undoMatch(world.deps, world.admin, match1?.id ?? '');
    expect([await freeOf(big), await freeOf(small)]).toEqual([40_000, 20_000]);
    expect(await balanceOf(owner)).toBe(110_000);
  });

  test('refuses more than the line or the request has, and unknown lines and requests', async () => {
    const { lineIds } = await importAmounts(world, [50_000, -50_000]);
    const [lineId = '', paid = ''] = lineIds;
    const { id: requestId } = await world.deposit(owner, 60_000);
    const codes = [
      codeOf(match(lineId, [{ requestId, paise: 50_001 }])),
      codeOf(match(paid, [{ requestId, paise: 50_000 }])),
      codeOf(match(lineId, [{ requestId: randomUUID(), paise: 50_000 }])),
    ];
    expect(await Promise.all(codes)).toEqual([
      'STATEMENT_LINE_USED',
      'STATEMENT_LINE_NOT_FOUND',
      'TRANSACTION_NOT_FOUND',
    ]);
    const less = await world.deposit(owner, 20_000);
    expect(await codeOf(match(lineId, [{ requestId: less.id, paise: 30_000 }]))).toBe(
      'MATCH_ABOVE_REQUEST',
    );
  });
});

test('marks a line as not for us, once, and undoes it; its import cannot be undone meanwhile', async () => {
  const { accountId, lineIds, undo } = await importAmounts(world, [50_000]);
  const [lineId = ''] = lineIds;
  const requestKey = randomUUID();
  const mark = (note: string) => markNotOurs(world.deps, world.admin, { lineId, note, requestKey });
  expect(await codeOf(mark(''))).toBe('NOT_OURS_REASON_REQUIRED');
  const [one, two] = await Promise.all([mark('A refund'), mark('A refund')]);
  expect(one).toEqual(two);
  expect(await codeOf(mark('Another reason'))).toBe('IDEMPOTENCY_CONFLICT');
  expect(await balancesOf(accountId)).toMatchObject({ unclaimedPaise: 0n, notOursPaise: 50_000n });
  expect(await codeOf(undo())).toBe('STATEMENT_IMPORT_USED');
  await undoMatch(world.deps, other, one.id);
  expect(await balancesOf(accountId)).toMatchObject({ unclaimedPaise: 50_000n, notOursPaise: 0n });
  await undo();
  expect(await balancesOf(accountId)).toMatchObject({ bankPaise: 0n, unclaimedPaise: 0n });
});

test('credits a line to a user as an adjustment, once, and lists what is left', async () => {
  const utr = '630500000778';
  const { lineIds } = await importAmounts(world, [50_000], { details: `UPI/CR/${utr}` });
  const [lineId = ''] = lineIds;
  const requestKey = randomUUID();
  const deposit = { lineId, userId: owner.userId, paise: 30_000, requestKey };
  const create = () => createDeposit(world.deps, world.admin, deposit);
  const [one, two] = await Promise.all([create(), create()]);
  expect(one).toEqual(two);
  expect(await balanceOf(owner)).toBe(30_000);
  const { rows } = await listUnclaimed(world.deps, world.admin.userId, { limit: 10 });
  expect(rows.find(({ id }) => id === lineId)?.unclaimedPaise).toBe(20_000);
  const page = { state: 'accepted', limit: 100 } as const;
  const accepted = await listMatches(world.deps, world.admin.userId, page);
  expect(accepted.rows.find(({ request }) => request?.id === one.id)?.paise).toBe(30_000);
  expect(await getTransaction(world.deps, world.admin, one.id)).toMatchObject({
    utr,
    reason: { en: 'Payment in a bank statement.' },
    adminNotes: expect.stringContaining(`\nPayment in a bank statement. 2026-10-10, UTR ${utr}`),
  });
  const later = await world.deposit(owner, 50_000, {}, { paymentMethod: 'UPI', utr });
  expect(await getTransaction(world.deps, world.admin, later.id)).toMatchObject({
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'sameUtr' })]),
  });
  const rest = { lineId, userId: world.admin.userId, requestKey: randomUUID() };
  expect(await codeOf(createDeposit(world.deps, world.admin, rest))).toBe('OWN_ACCOUNT_PROTECTED');
});

test('credits no money of a payment whose UTR is in a deposit that may still get it', async () => {
  const utr = '412345678901';
  const { lineIds } = await importAmounts(world, [50_000], { details: `UPI/${utr}/PAYMENT` });
  const [lineId = ''] = lineIds;
  const claimant = await world.deposit(owner, 50_000, undefined, { utr });
  const create = () =>
    createDeposit(world.deps, world.admin, {
      lineId,
      userId: owner.userId,
      requestKey: randomUUID(),
    });
  expect(await codeOf(create())).toBe('STATEMENT_LINE_REQUESTED');
  await world.decide(claimant.id, 'approved');
  expect(await codeOf(create())).toBe('PAYMENT_ALREADY_CREDITED');
  expect(await balanceOf(owner)).toBe(50_000);
  expect((await match(lineId, [{ requestId: claimant.id, paise: 50_000 }])).results).toEqual([
    { id: claimant.id },
  ]);
  expect(await balanceOf(owner)).toBe(50_000);
});

test('credits a payment once whose statement was imported into two accounts', async () => {
  const details = 'UPI/CR/412345678902';
  const lineOf = async () => (await importAmounts(world, [50_000], { details })).lineIds[0] ?? '';
  const [first, second] = [await lineOf(), await lineOf()];
  const create = (lineId: string, paise: number) =>
    createDeposit(world.deps, world.admin, {
      lineId,
      paise,
      userId: owner.userId,
      requestKey: randomUUID(),
    });
  const { id } = await create(first, 20_000);
  expect(await codeOf(create(second, 50_000))).toBe('PAYMENT_ALREADY_CREDITED');
  await create(first, 30_000);
  expect(await balanceOf(owner)).toBe(50_000);
  for (const { id: matchId } of [...(await evidenceOf(id))]) {
    await undoDeposit(world.deps, other, matchId);
  }
  expect(await codeOf(create(second, 20_000))).toBe('PAYMENT_ALREADY_CREDITED');
  await create(first, 20_000);
  expect(await balanceOf(owner)).toBe(50_000);
});

test('concurrent calls credit one payment of two lines to one user', async () => {
  const payer = await world.newActor();
  for (let at = 0; at < 5; at++) {
    const details = `UPI/CR/41234567891${at}`;
    const lineOf = async () => (await importAmounts(world, [1000], { details })).lineIds[0] ?? '';
    const lineIds = [await lineOf(), await lineOf()];
    const credits = await Promise.allSettled(
      lineIds.map((lineId, one) =>
        createDeposit(world.deps, world.admin, {
          lineId,
          paise: 1000,
          requestKey: randomUUID(),
          userId: (one === 0 ? owner : payer).userId,
        }),
      ),
    );
    expect(credits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
  expect((await balanceOf(owner)) + (await balanceOf(payer))).toBe(5000);
});

test('takes a credited deposit back, once, and only by this command', async () => {
  const { accountId, lineIds } = await importAmounts(world, [50_000]);
  const [lineId = ''] = lineIds;
  const credit = { lineId, userId: owner.userId, requestKey: randomUUID() };
  const { id: requestId } = await createDeposit(world.deps, world.admin, credit);
  const id = (await evidenceOf(requestId))[0]?.id ?? '';
  const undo = (by = other) => undoDeposit(world.deps, by, id);
  expect(await codeOf(undoMatch(world.deps, world.admin, id))).toBe('MATCH_IS_CREDIT');
  await Promise.all([undo(), undo(world.admin)]);
  await undo();
  expect(await balanceOf(owner)).toBe(0);
  expect(await freeOf(lineId)).toBe(50_000);
  expect(await balancesOf(accountId)).toMatchObject({ unclaimedPaise: 50_000n, matchedPaise: 0n });
  const again = { lineId, userId: owner.userId, requestKey: randomUUID() };
  await createDeposit(world.deps, world.admin, again);
  expect(await balanceOf(owner)).toBe(50_000);
});

test('does not take back money that the user has spent, or a match of a deposit', async () => {
  const { lineIds } = await importAmounts(world, [50_000, 70_000]);
  const [lineId = '', second = ''] = lineIds;
  const credit = { lineId, userId: owner.userId, requestKey: randomUUID() };
  const { id: requestId } = await createDeposit(world.deps, world.admin, credit);
  const [created] = await evidenceOf(requestId);
  await world.withdraw(owner, 20_000, await world.newBankAccount(owner));
  expect(await codeOf(undoDeposit(world.deps, world.admin, created?.id ?? ''))).toBe(
    'INSUFFICIENT_BALANCE',
  );
  expect(await freeOf(lineId)).toBe(0);
  const deposit = await world.deposit(owner, 70_000);
  await match(second, [{ requestId: deposit.id, paise: 70_000 }]);
  const [matched] = await evidenceOf(deposit.id);
  for (const id of [matched?.id ?? '', randomUUID()]) {
    expect(await codeOf(undoDeposit(world.deps, world.admin, id))).toBe('MATCH_NOT_FOUND');
  }
  const own = { lineId: second, userId: other.userId, requestKey: randomUUID() };
  await undoMatch(world.deps, world.admin, matched?.id ?? '');
  const { id: ofOther } = await createDeposit(world.deps, world.admin, own);
  const [otherMatch] = await evidenceOf(ofOther);
  expect(await codeOf(undoDeposit(world.deps, other, otherMatch?.id ?? ''))).toBe(
    'OWN_ACCOUNT_PROTECTED',
  );
});

test.each([
  ['a changed amount', 'UPDATE statement_lines SET paise = paise + 1'],
  [
    'a changed balance',
    `INSERT INTO statement_balances SELECT account_id, account, 1 FROM statement_entries LIMIT 1`,
  ],
  ['a removed claim', 'UPDATE statement_lines SET claimed_paise = 0'],
  ['a removed entry', `DELETE FROM statement_entries WHERE account = 'matched'`],
  [
    'a match with another request',
    'UPDATE statement_matches SET request_id = gen_random_uuid() WHERE request_id IS NOT NULL',
  ],
  ['an undone match', `UPDATE statement_matches SET state = 'undone', ended_at = now()`],
  ['a lost match', 'DELETE FROM statement_matches'],
  [
    'another accepting administrator',
    `UPDATE statement_matches SET accepted_by = line_id WHERE state = 'accepted'`,
  ],
])('wallet verify finds %s', async (_, tampering) => {
  const { lineIds } = await importAmounts(world, [50_000]);
  const { id } = await world.deposit(owner, 50_000);
  await accept([await propose(world, { lineId: lineIds[0] ?? '', requestId: id })]);
  const findBroken = async (tx: Tx) => {
    for (const table of ['statement_lines', 'statement_entries', 'statement_matches']) {
      await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    }
    await tx.query(tampering);
    const found = [];
    for (const { sql, title } of statementInvariants) {
      if ((await tx.query(sql)).length > 0) found.push(title);
    }
    throw new Tampered(found);
  };
  const rolledBack = await world.db.transaction(findBroken).catch((error) => error);
  expect(rolledBack).toBeInstanceOf(Tampered);
  expect(rolledBack.found).not.toEqual([]);
});

class Tampered extends Error {
  readonly found: string[];

  constructor(found: string[]) {
    super('Tampered');
    this.found = found;
  }
}
