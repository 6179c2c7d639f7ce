import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transactionId } from '#contract/shared/base.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { toAppError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { creditPayments } from '#server/ledger/credit-payments.ts';
import { paymentInvariants } from '#server/ledger/verify/payment-invariants.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { importAmounts, propose } from '#server/testing/statement-lines.ts';
import { confirmApproval } from '../approvals/answer-approvals.ts';
import { priceNeed } from '../approvals/grant-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { createDeposit } from '../reconciliation/credit-line.ts';
import { acceptProposals, matchByHand } from '../reconciliation/decide-matches.ts';
import { undoDeposit } from '../reconciliation/undo-credit.ts';
import { undoMatch } from '../reconciliation/undo-match.ts';
import { decideTransactions } from './decide.ts';
import type { DecisionInput } from './decisions.ts';
import { decideRequests } from './defer-decisions.ts';
import { executeDueDecisions } from './execute-decisions.ts';

let world: MoneyWorld;
let otherServer: Deps;
let payer: Actor;
let stranger: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  const { connectionString } = world.db.pool.options;
  const db = openDatabase({ connectionString }, { secrets: world.db.secrets });
  otherServer = { ...world.deps, db };
  [payer, stranger] = [await world.newActor(), await world.newActor()];
});
afterEach(() => expectVerified(world.db));
afterAll(async () => {
  await otherServer.db.close();
  await world.close();
});

let lastUtr = 412_345_000_000;
const newUtr = () => String(++lastUtr);
const deposit = async (owner: Actor, utr: string) =>
  (await world.deposit(owner, 500_00, undefined, { utr })).id;
const approving = (ids: string[], given: Partial<DecisionInput> = {}): DecisionInput => ({
  ids,
  decision: 'approved',
  requestKey: randomUUID(),
  ...given,
});
const codesOf = async (decision: DecisionInput, { deps = world.deps, by = world.admin } = {}) =>
  [...(await decideTransactions(deps, by, decision)).values()].map((refused) => refused?.code);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => toAppError(error)?.code ?? String(error),
  );
const lineWith = async (utr: string, paise = 500_00) =>
  (await importAmounts(world, [paise], { details: `UPI/CR/${utr}/ASHA` })).lineIds[0] ?? '';
const credit = (lineId: string, owner: Actor, given = {}) =>
  createDeposit(world.deps, world.admin, {
    lineId,
    userId: owner.userId,
    requestKey: randomUUID(),
    ...given,
  });
/** Returns how often the money of a reference was credited. */
async function creditsOf(utr: string): Promise<number> {
  const [row] = await world.db.query<{ count: number }>(
    `SELECT count(*) FROM transactions WHERE utr = $1 AND type = 'deposit' AND status = 'approved'`,
    [utr],
  );
  return row?.count ?? 0;
}

test('refuses the second approval of a UTR, and names the first request', async () => {
  const utr = newUtr();
  const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
  expect(await codesOf(approving([first]))).toEqual([undefined]);
  const refused = (await decideTransactions(world.deps, world.admin, approving([second]))).get(
    second,
  );
  expect(refused).toMatchObject({
    code: 'PAYMENT_ALREADY_CREDITED',
    data: { requestId: first, reference: expect.stringMatching(/^DEP-/) },
  });
  expect(await codesOf({ ...approving([second]), decision: 'rejected' })).toEqual([undefined]);
});

test('approves one of two requests with one UTR in a list', async () => {
  const utr = newUtr();
  const ids = [await deposit(payer, utr), await deposit(stranger, utr)];
  expect(await codesOf(approving(ids))).toEqual([undefined, 'PAYMENT_ALREADY_CREDITED']);
});

describe('on the desk', () => {
  const decideLater = (id: string) =>
    decideRequests(world.deps, world.admin, { ...approving([id]), undoable: true });
  const runDue = async () => {
    await world.db.query('UPDATE waiting_decisions SET due_at = now()');
    await executeDueDecisions(world.deps);
  };

  test('refuses a credited UTR without an undo time', async () => {
    const utr = newUtr();
    const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
    await world.decide(first, 'approved');
    const { results } = await decideLater(second);
    expect(results.get(second)?.code).toBe('PAYMENT_ALREADY_CREDITED');
  });

  test('drops a decision whose UTR was credited in its undo time', async () => {
    const utr = newUtr();
    const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
    await decideLater(second);
    await decideLater(first);
    await runDue();
    expect(await creditsOf(utr)).toBe(1);
    const [record] = await world.db.query<{ code: string }>(
      `SELECT after ->> 'becauseOf' AS code FROM audit_log WHERE action = 'transaction.drop' AND entity_id = ANY ($1)`,
      [[first, second]],
    );
    expect(record?.code).toBe('PAYMENT_ALREADY_CREDITED');
  });
});

describe('money of a bank statement', () => {
  test('is not credited to a request whose UTR was credited from a line', async () => {
    const utr = newUtr();
    const id = await deposit(payer, utr);
    await world.decide(id, 'rejected');
    await credit(await lineWith(utr), stranger);
    const later = await deposit(payer, utr);
    expect(await codesOf(approving([later]))).toEqual(['PAYMENT_ALREADY_CREDITED']);
  });

  test('is not credited if a request with its UTR was approved', async () => {
    const utr = newUtr();
    const lineId = await lineWith(utr);
    await world.decide(await deposit(payer, utr), 'approved');
    expect(await codeOf(credit(lineId, stranger))).toBe('PAYMENT_ALREADY_CREDITED');
  });

  test('is not matched with a second request of its UTR', async () => {
    const utr = newUtr();
    const lineId = await lineWith(utr, 1000_00);
    const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
    await world.decide(first, 'approved');
    const { results } = await matchByHand(world.deps, world.admin, {
      lineId,
      parts: [{ requestId: second, paise: 500_00 }],
      requestKey: randomUUID(),
    });
    expect(results[0]?.refusal?.code).toBe('PAYMENT_ALREADY_CREDITED');
  });

  test('is credited in parts to two requests that name one UTR', async () => {
    const utr = newUtr();
    const lineId = await lineWith(utr, 1000_00);
    const ids = [await deposit(payer, utr), await deposit(payer, utr)];
    const { results } = await matchByHand(world.deps, world.admin, {
      lineId,
      parts: ids.map((requestId) => ({ requestId, paise: 500_00 })),
      requestKey: randomUUID(),
    });
    expect(results.map(({ refusal }) => refusal?.code)).toEqual([undefined, undefined]);
  });

  test('links a line with a request that was approved by hand, whose UTR stays credited', async () => {
    const utr = newUtr();
    const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
    await world.decide(first, 'approved');
    const lineId = await lineWith(utr);
    const matchId = await propose(world, { lineId, requestId: first });
    await acceptProposals(world.deps, world.admin, { ids: [matchId], requestKey: randomUUID() });
    expect(await codesOf(approving([second]))).toEqual(['PAYMENT_ALREADY_CREDITED']);
    await undoMatch(world.deps, world.admin, matchId);
    expect(await codesOf(approving([second]))).toEqual(['PAYMENT_ALREADY_CREDITED']);
  });

  test('can be credited again after its credit was taken back', async () => {
    const utr = newUtr();
    const lineId = await lineWith(utr);
    const { id } = await credit(lineId, stranger);
    const [match] = await world.db.query<{ id: string }>(
      'SELECT id FROM statement_matches WHERE request_id = $1',
      [id],
    );
    await undoDeposit(world.deps, world.admin, match?.id ?? '');
    expect(await codesOf(approving([await deposit(payer, utr)]))).toEqual([undefined]);
  });
});

describe('a different payment', () => {
  const saying = (id: string) =>
    approving([id], { differentPayments: [{ id, reason: 'Another bank uses the same number' }] });

  test('waits for a second administrator also if there is none', () => {
    const rules = { thresholdPaise: null, approvals: 1, isActive: true, activeAdmins: 1 };
    const need = { kinds: ['differentPayment', 'deposit'] } as unknown as Need;
    expect(priceNeed([{ ...rules, kind: 'differentPayment' }], need)).toMatchObject({ needed: 1 });
    expect(priceNeed([{ ...rules, kind: 'deposit' }], { ...need, kinds: ['deposit'] })).toBe(
      undefined,
    );
  });

  test('is approved with a second administrator, and recorded', async () => {
    const confirmer = await world.newActor({ role: 'admin' });
    const utr = newUtr();
    const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
    await world.decide(first, 'approved');
    const [refused] = (await decideTransactions(world.deps, world.admin, saying(second))).values();
    expect(refused?.code).toBe('SECOND_APPROVAL_REQUIRED');
    const approvalId = String(refused?.data?.approvalId);
    await confirmApproval(world.deps, confirmer, { id: approvalId, executor: approvalCommands });
    expect(await creditsOf(utr)).toBe(2);
    const [record] = await world.db.query<{ after: object }>(
      `SELECT after FROM audit_log WHERE action = 'transaction.approve' AND entity_id = $1`,
      [second],
    );
    expect(record?.after).toMatchObject({
      differentPaymentOf: first,
      differentReason: 'Another bank uses the same number',
    });
  });
});

describe('two concurrent servers', () => {
  const ROUNDS = 8;
  const rounds = Array.from({ length: ROUNDS });

  test('credit one of two requests with one UTR', async () => {
    const other = await world.newActor({ role: 'admin' });
    for (const _ of rounds) {
      const utr = newUtr();
      const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
      await Promise.all([
        codesOf(approving([first])),
        codesOf(approving([second]), { deps: otherServer, by: other }),
      ]);
      expect(await creditsOf(utr)).toBe(1);
    }
  });

  test('credit a line or the request with its UTR', async () => {
    for (const _ of rounds) {
      const utr = newUtr();
      const lineId = await lineWith(utr);
      const outcomes = await Promise.all([
        codeOf(credit(lineId, stranger)),
        deposit(payer, utr).then((id) => codesOf(approving([id]), { deps: otherServer })),
      ]);
      expect(outcomes.flat().filter((code) => code === undefined)).toHaveLength(1);
      expect(await creditsOf(utr)).toBe(1);
    }
  });

  test('approve a request or match the money with another one', async () => {
    for (const _ of rounds) {
      const utr = newUtr();
      const lineId = await lineWith(utr);
      const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
      const id = await propose(world, { lineId, requestId: first });
      await Promise.all([
        acceptProposals(world.deps, world.admin, { ids: [id], requestKey: randomUUID() }),
        codesOf(approving([second]), { deps: otherServer }),
      ]);
      expect(await creditsOf(utr)).toBe(1);
    }
  });
});

test('the ledger refuses one of two credits of a payment in one list, and records a different one', async () => {
  const utr = newUtr();
  const credits = [payer, stranger].map(({ userId }) => ({
    transactionId: transactionId.parse(newId()),
    userId,
    payment: { utr, lines: [] },
  }));
  const [first, second] = credits;
  const undone = new Error('undone');
  const attempt = world.db.transaction(async (tx) => {
    const refused = await creditPayments(tx, credits);
    expect([...refused.keys()]).toEqual([second?.transactionId]);
    if (!second) throw new Error('There is no second credit');
    const differentReason = 'Another bank';
    const payment = { ...second.payment, differentReason };
    expect(await creditPayments(tx, [{ ...second, payment }])).toEqual(new Map());
    const rows = await tx.query(
      'SELECT transaction_id AS id, differs_from AS "differsFrom" FROM credited_payments WHERE utr = $1 ORDER BY 2 DESC',
      [utr],
    );
    expect(rows).toEqual([
      { id: first?.transactionId, differsFrom: null },
      { id: second.transactionId, differsFrom: first?.transactionId },
    ]);
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
});

test('the database records the payment of an approval by a server of the previous version, and refuses a second one', async () => {
  const utr = newUtr();
  const [first, second] = [await deposit(payer, utr), await deposit(stranger, utr)];
  const approve = `UPDATE transactions SET status = 'approved', decided_at = now(), approved_at = now() WHERE id = $1`;
  const undone = new Error('undone');
  const attempt = (ids: string[]) =>
    world.db.transaction(async (tx) => {
      for (const id of ids) await tx.query(approve, [id]);
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
      expect(
        await tx.query('SELECT transaction_id AS id FROM credited_payments WHERE utr = $1', [utr]),
      ).toEqual([{ id: first }]);
      throw undone;
    });
  await expect(attempt([first])).rejects.toBe(undone);
  await expect(attempt([first, second])).rejects.toMatchObject({
    constraint: 'credited_payments_utr_key',
  });
});

test('the migration records the credits of an older database, and marks later credits of one UTR', async () => {
  const [byHand, matched, credited] = [newUtr(), newUtr(), newUtr()];
  const [first, second] = [await deposit(payer, byHand), await deposit(stranger, newUtr())];
  await world.decide(first, 'approved');
  await world.decide(second, 'approved');
  const ofLine = await deposit(payer, matched);
  const lineId = await lineWith(matched);
  const proposal = await propose(world, { lineId, requestId: ofLine });
  await acceptProposals(world.deps, world.admin, { ids: [proposal], requestKey: randomUUID() });
  const { id: takenBack } = await credit(await lineWith(credited), stranger);
  const [match] = await world.db.query<{ id: string }>(
    'SELECT id FROM statement_matches WHERE request_id = $1',
    [takenBack],
  );
  await undoDeposit(world.deps, world.admin, match?.id ?? '');
  const file = new URL('../../db/migrations/0001_credited_payments.sql', import.meta.url);
  const backfill = (await readFile(file, 'utf8')).split('--> statement-breakpoint').at(-1) ?? '';
  const undone = new Error('undone');
  const attempt = world.db.transaction(async (tx) => {
    await tx.query('UPDATE transactions SET utr = $1 WHERE id = $2', [byHand, second]);
    await tx.query('DELETE FROM credited_payments');
    await tx.query(backfill);
    const rows = await tx.query(
      `SELECT utr, owner_id AS owner, transaction_id AS id, differs_from AS "differsFrom", released_at IS NOT NULL AS "isReleased"
       FROM credited_payments WHERE utr = ANY ($1::text[]) ORDER BY utr, credited_at, differs_from NULLS FIRST`,
      [[byHand, matched, credited]],
    );
    const open = { differsFrom: null, isReleased: false };
    expect(rows).toEqual([
      { utr: byHand, owner: first, id: first, ...open },
      { utr: byHand, owner: second, id: second, differsFrom: first, isReleased: false },
      { utr: matched, owner: lineId, id: ofLine, ...open },
      { utr: credited, owner: takenBack, id: takenBack, differsFrom: null, isReleased: true },
    ]);
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
});

test('wallet verify finds a second credit that no administrator confirmed', async () => {
  const utr = newUtr();
  const [first, second] = [await deposit(payer, utr), await deposit(stranger, newUtr())];
  await world.decide(first, 'approved');
  await world.decide(second, 'approved');
  const sql = paymentInvariants[0]?.sql ?? '';
  const tampered = async (change: string, values: unknown[]) => {
    const undone = new Error('undone');
    let found: unknown[] = [];
    const attempt = world.db.transaction(async (tx) => {
      await tx.query(change, values);
      found = await tx.query(sql);
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
    return found;
  };
  expect(
    await tampered('UPDATE transactions SET utr = $1 WHERE id = $2', [utr, second]),
  ).toMatchObject([{ transaction_id: second }]);
  const forged = `INSERT INTO credited_payments (id, utr, owner_id, user_id, transaction_id, differs_from, reason, credited_at)
    VALUES ($1, $2, $3, $4, $3, $5, 'Forged', now())`;
  expect(await tampered(forged, [newId(), utr, second, stranger.userId, first])).toMatchObject([
    { transaction_id: second },
  ]);
});
