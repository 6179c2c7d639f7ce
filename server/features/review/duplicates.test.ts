import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { toAppError } from '#server/base/errors.ts';
import { openDatabase, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { setRules } from '#server/testing/approvals.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { confirmApproval } from '../approvals/answer-approvals.ts';
import { compareReceiptsOf } from '../transactions/compare-receipts.ts';
import { lockWithDuplicates } from '../transactions/lock-requests.ts';
import { getTransaction } from '../transactions/search/search-views.ts';
import { decideTransactions } from './decide.ts';
import type { DecisionInput } from './decisions.ts';
import { decideOnDesk, decideRequests } from './defer-decisions.ts';
import { executeDueDecisions } from './execute-decisions.ts';

let world: MoneyWorld;
let asha: Actor;
let ravi: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
  [asha, ravi] = [await world.newActor(), await world.newActor()];
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

/** Sends two deposits of two users with one receipt. Returns their ids. */
async function sendPair(): Promise<[string, string]> {
  const sha256 = randomUUID();
  const first = await world.deposit(asha, 500_00, { sha256 });
  const second = await world.deposit(ravi, 500_00, { sha256 });
  return [first.id, second.id];
}

const approving = (ids: string[], confirmedDuplicateIds?: string[]): DecisionInput => ({
  ...{ ids, decision: 'approved', requestKey: randomUUID() },
  ...(confirmedDuplicateIds && { confirmedDuplicateIds }),
});
const refusalsOf = async (decision: DecisionInput, deps: Deps = world.deps) => {
  const results = await decideTransactions(deps, world.admin, decision);
  return [...results.values()].map((refused) => refused && [refused.code, refused.data]);
};
const approved = (...ids: string[]) => ['RECEIPT_ALREADY_APPROVED', { requestIds: ids.join(' ') }];
const statusOf = async (id: string) => (await getTransaction(world.deps, world.admin, id)).status;
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => toAppError(error)?.code,
  );

test('refuses a second approval of a receipt, and approves it with a confirmation that names the first', async () => {
  const [first, second] = await sendPair();
  expect(await refusalsOf(approving([first]))).toEqual([undefined]);
  expect(await refusalsOf(approving([second]))).toEqual([approved(first)]);
  expect(await refusalsOf(approving([second], [second]))).toEqual([approved(first)]);
  expect(await statusOf(second)).toBe('pending');
  expect(await refusalsOf(approving([second], [first.toUpperCase()]))).toEqual([undefined]);
  const [record] = await world.db.query<{ after: object }>(
    `SELECT after FROM audit_log WHERE entity_id = $1 AND action = 'transaction.approve'`,
    [second],
  );
  expect(record?.after).toMatchObject({ confirmedDuplicateIds: [first] });
});

test('needs no confirmation to reject a request, or while the other was not approved', async () => {
  const [first, second] = await sendPair();
  await world.decide(first, 'rejected');
  expect(await refusalsOf(approving([second]))).toEqual([undefined]);
  const [third, fourth] = await sendPair();
  await world.decide(third, 'approved');
  await world.decide(fourth, 'rejected');
});

test('a confirmation does not cover a request that was approved later', async () => {
  const [first, second] = await sendPair();
  const [{ receiptUrl }] = [await getTransaction(world.deps, world.admin, first)];
  const [file] = await world.db.query<{ sha256: string }>(
    'SELECT sha256 FROM files WHERE id = $1',
    [receiptUrl?.split('/').at(-1)],
  );
  const third = await world.deposit(asha, 500_00, { sha256: file?.sha256 ?? '' });
  await world.decide(first, 'approved');
  expect(await refusalsOf(approving([third.id], [first]))).toEqual([undefined]);
  expect(await refusalsOf(approving([second], [first]))).toEqual([approved(third.id, first)]);
});

test('of two requests in one list with one receipt, approves the first', async () => {
  const [first, second] = await sendPair();
  expect(await refusalsOf(approving([first, second]))).toEqual([undefined, approved(first)]);
  const [third, fourth] = await sendPair();
  expect(await refusalsOf(approving([third, fourth], [third]))).toEqual([undefined, undefined]);
});

test('a key that was refused cannot be repeated with a confirmation', async () => {
  const [first, second] = await sendPair();
  await world.decide(first, 'approved');
  const decision = approving([second]);
  await refusalsOf(decision);
  const repeated = refusalsOf({ ...decision, confirmedDuplicateIds: [first] });
  expect(await codeOf(repeated)).toBe('IDEMPOTENCY_CONFLICT');
});

describe('on the desk', () => {
  const decideLater = (id: string, confirmedDuplicateIds?: string[]) =>
    decideRequests(world.deps, world.admin, {
      ...approving([id], confirmedDuplicateIds),
      undoable: true,
    });
  const runDue = async () => {
    await world.db.query('UPDATE waiting_decisions SET due_at = now()');
    await executeDueDecisions(world.deps);
  };

  test('refuses a second approval before its undo time, also through the REST path of a single decision', async () => {
    const [first, second] = await sendPair();
    await world.decide(first, 'approved');
    const { results } = await decideLater(second);
    expect(results.get(second)?.code).toBe('RECEIPT_ALREADY_APPROVED');
    const { ids: _, ...decision } = approving([second]);
    const single = decideOnDesk(world.deps, world.admin, { ...decision, id: second });
    expect(await codeOf(single)).toBe('RECEIPT_ALREADY_APPROVED');
    await decideLater(second, [first]);
    await runDue();
    expect(await statusOf(second)).toBe('approved');
  });

  test('drops a deferred approval if the receipt was approved during the undo time', async () => {
    const [first, second] = await sendPair();
    await decideLater(second);
    await world.decide(first, 'approved');
    await runDue();
    expect(await statusOf(second)).toBe('pending');
    const [record] = await world.db.query<{ after: object }>(
      `SELECT after FROM audit_log WHERE entity_id = $1 AND action = 'transaction.drop'`,
      [second],
    );
    expect(record?.after).toMatchObject({ becauseOf: 'RECEIPT_ALREADY_APPROVED' });
  });

  test('of two deferred approvals of one receipt, executes one', async () => {
    const [first, second] = await sendPair();
    await Promise.all([decideLater(first), decideLater(second)]);
    await runDue();
    const statuses = [await statusOf(first), await statusOf(second)];
    expect(statuses.sort()).toEqual(['approved', 'pending']);
  });
});

test('of concurrent approvals of one receipt on two servers, approves one', async () => {
  const db = openDatabase(world.db.pool.options, { clock: world.deps.clock });
  const servers = [world.deps, { ...world.deps, db }];
  for (let n = 0; n < 30; n += 1) {
    const pair = await sendPair();
    const ids = n % 2 ? pair : pair.toReversed();
    const outcomes = await Promise.all(
      ids.map((id, at) => refusalsOf(approving([id]), servers[at])),
    );
    const codes = outcomes.flat().map((refused) => refused?.[0]);
    expect(codes.sort()).toEqual(['RECEIPT_ALREADY_APPROVED', undefined]);
  }
  await db.close();
});

test('locks a request whose receipt another server compares meanwhile', async () => {
  const { id } = await world.deposit(asha, 500_00, { sha256: randomUUID() });
  const file = `replace(permanent_receipt_url, '/files/receipts/', '')::uuid FROM transactions WHERE id = $1`;
  await world.db.query(`INSERT INTO receipt_hashes (file_id) SELECT ${file}`, [id]);
  await world.db.query(`INSERT INTO uncompared_receipts (file_id) SELECT ${file}`, [id]);
  let read = 0;
  const rows = await world.db.transaction((tx) => {
    const query: typeof tx.query = async (text, values) => {
      const found = await tx.query(text, values);
      read += 1;
      if (read === 1) await compareReceiptsOf(world.db.query, [id]);
      return found as never;
    };
    const slow: Tx = Object.assign(Object.create(tx), { query });
    return lockWithDuplicates(slow, { ids: [id], approving: [id] });
  });
  expect(rows.map((row) => row.id)).toEqual([id]);
  expect(read).toBeGreaterThan(1);
});

describe('with a rule for second approvals', () => {
  let other: Actor;
  beforeAll(async () => {
    other = await world.newActor({ role: 'admin' });
    await setRules(world.db, { deposit: { thresholdPaise: 600_000 } });
  });

  /** Sends a deposit that needs a second approval and one that does not, with one receipt. */
  async function sendBig(): Promise<{ big: string; small: string }> {
    const sha256 = randomUUID();
    // Of new accounts: earlier approvals of a day count towards the rule.
    const big = await world.deposit(await world.newActor(), 700_000, { sha256 });
    const small = await world.deposit(await world.newActor(), 1_000, { sha256 });
    return { big: big.id, small: small.id };
  }

  async function confirm(id: string): Promise<unknown> {
    const [request] = await world.db.query<{ id: string }>(
      'SELECT id FROM approval_requests WHERE target_id = $1',
      [id],
    );
    return confirmApproval(world.deps, other, {
      ...{ id: request?.id ?? '', executor: approvalCommands },
    });
  }

  test('requires the confirmation first, and keeps it until the second approval', async () => {
    const { big, small } = await sendBig();
    await world.decide(small, 'approved');
    expect(await refusalsOf(approving([big]))).toEqual([approved(small)]);
    const [refusal] = await refusalsOf(approving([big], [small]));
    expect(refusal?.[0]).toBe('SECOND_APPROVAL_REQUIRED');
    await confirm(big);
    expect(await statusOf(big)).toBe('approved');
  });

  test('fails the second approval if the receipt was approved meanwhile', async () => {
    const { big, small } = await sendBig();
    await refusalsOf(approving([big]));
    await world.decide(small, 'approved');
    expect(await codeOf(confirm(big))).toBe('APPROVAL_FAILED');
    expect(await statusOf(big)).toBe('pending');
  });
});
