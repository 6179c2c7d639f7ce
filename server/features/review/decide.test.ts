import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isAppError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { project } from '#server/db/projector.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { addReason } from '../settings/reasons.ts';
import { listTransactions } from '../transactions/search/search-transactions.ts';
import { getTransaction } from '../transactions/search/search-views.ts';
import { countTransactions } from '../transactions/totals.queries.ts';
import { decideTransactions } from './decide.ts';
import type { DecisionInput } from './decisions.ts';

let world: MoneyWorld;
let owner: Actor;
let account: string;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  owner = await world.newActor({ balancePaise: 100_000 });
  account = await world.newBankAccount(owner);
});
afterAll(async () => {
  await expectVerified(world.db, { withoutRecords: true });
  await world.close();
});

async function decide(decision: Partial<DecisionInput>, actor = world.admin) {
  const whole: DecisionInput = {
    ids: [],
    decision: 'approved',
    requestKey: randomUUID(),
    ...decision,
  };
  return [...(await decideTransactions(world.deps, actor, whole)).values()];
}

async function newestNotification() {
  const [row] = await world.db.query<Record<string, unknown>>(
    `SELECT title, message, title_key, message_key, params, type, category, data, read
     FROM notifications WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
    [owner.userId],
  );
  return row;
}

async function eventsAfter(id: number) {
  return world.db.query<{ user_id: string; for_admins: boolean; payload: { entity: string } }>(
    'SELECT user_id, for_admins, payload FROM events WHERE id > $1 ORDER BY id',
    [id],
  );
}

async function newestEvent(): Promise<number> {
  const [row] = await world.db.query<{ id: number }>('SELECT max(id) AS id FROM events');
  return row?.id ?? 0;
}

async function newSource(isActive: boolean): Promise<string> {
  const id = newId();
  const values = [id, `Shop ${id}`, isActive];
  await world.db.query(
    'INSERT INTO sources (id, name, is_active, created_at) VALUES ($1, $2, $3, now())',
    values,
  );
  return id;
}

describe('a reviewer’s own request', () => {
  test('can be approved only by another administrator, also in a list, and rejected by its owner', async () => {
    const admin = await world.newActor({ role: 'admin', balancePaise: 5_000 });
    const own = await world.deposit(admin, 50_000);
    const withdrawal = await world.withdraw(admin, 2_000, await world.newBankAccount(admin));
    const others = await world.deposit(owner, 1_000);
    const codes = await decide({ ids: [own.id, others.id, withdrawal.id] }, admin);
    expect(codes.map((refusal) => refusal?.code)).toEqual([
      'OWN_REQUEST',
      undefined,
      'OWN_REQUEST',
    ]);
    expect(await world.wallet(admin)).toEqual({ balancePaise: 5_000, heldPaise: 2_000 });
    expect(await decide({ ids: [withdrawal.id], decision: 'rejected' }, admin)).toEqual([
      undefined,
    ]);
    expect(await decide({ ids: [own.id] })).toEqual([undefined]);
    expect(await world.wallet(admin)).toEqual({ balancePaise: 55_000, heldPaise: 0 });
  });

  test('stays pending when its owner approves it while other approvals run', async () => {
    const admin = await world.newActor({ role: 'admin' });
    const own = await world.deposit(admin, 50_000);
    const others = await world.deposit(owner, 1_000);
    const outcomes = await Promise.all([
      decide({ ids: [own.id] }, admin),
      decide({ ids: [others.id] }),
      decide({ ids: [own.id] }, admin),
    ]);
    expect(outcomes.map(([refusal]) => refusal?.code)).toEqual([
      'OWN_REQUEST',
      undefined,
      'OWN_REQUEST',
    ]);
    expect((await getTransaction(world.deps, world.admin, own.id)).status).toBe('pending');
  });
});

describe('an approval', () => {
  test('of a deposit credits it, records reviewer and time, notifies, audits and publishes an event', {
    tags: 'section-4',
  }, async () => {
    const { id, referenceId } = await world.deposit(owner, 50_000);
    const before = await newestEvent();
    const sourceId = await newSource(true);
    expect(await decide({ ids: [id], sourceId, notes: 'seen' })).toEqual([undefined]);

    expect(await world.wallet(owner)).toEqual({ balancePaise: 150_000, heldPaise: 0 });
    const details = await getTransaction(world.deps, world.admin, id);
    expect(details).toMatchObject({
      status: 'approved',
      adminNotes: 'seen',
      userNotes: null,
      decidedBy: world.admin.username,
      decidedAt: world.deps.clock.now(),
      sourceName: `Shop ${sourceId}`,
    });
    const [row] = await world.db.query<Record<string, unknown>>(
      'SELECT approved_by, approved_at, version FROM transactions WHERE id = $1',
      [id],
    );
    expect(row).toEqual({
      approved_by: world.admin.userId,
      approved_at: world.deps.clock.now(),
      version: 2,
    });
    expect(await newestNotification()).toEqual({
      title: 'Deposit Approved',
      title_key: 'Deposit Approved',
      message: `Your deposit of ₹500.00 (${referenceId}) has been approved.`,
      message_key: 'Your deposit of {{amountPaise}} ({{reference}}) has been approved.',
      params: { amountPaise: 50_000, reference: referenceId },
      type: 'success',
      category: 'transaction',
      data: { transaction_id: id },
      read: false,
    });
    const told = await eventsAfter(before);
    expect(told.map((event) => [event.payload.entity, event.user_id, event.for_admins])).toEqual([
      ['transaction', owner.userId, true],
    ]);
    expect(told[0]?.payload).toMatchObject({
      ...{ id, status: 'approved' },
      also: { balance: true, notificationId: expect.any(String) },
    });
    const [audited] = await world.db.query<Record<string, unknown>>(
      'SELECT action, actor_id, before, after FROM audit_log WHERE entity_id = $1 ORDER BY seq DESC LIMIT 1',
      [id],
    );
    expect(audited).toMatchObject({
      action: 'transaction.approve',
      actor_id: world.admin.userId,
      before: { status: 'pending' },
      after: { status: 'approved', amountPaise: 50_000, withNotes: true },
    });
  });

  test('of a withdrawal deducts the held amount and stores no source', async () => {
    const { id } = await world.withdraw(owner, 40_000, account);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 40_000 });
    expect(await decide({ ids: [id], sourceId: await newSource(true) })).toEqual([undefined]);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 60_000, heldPaise: 0 });
    expect((await newestNotification())?.title).toBe('Withdrawal Approved');
    expect((await getTransaction(world.deps, world.admin, id)).sourceName).toBeNull();
  });

  test.each([
    ['that does not exist', async () => newId()],
    ['that is inactive', () => newSource(false)],
  ])('with a source %s is refused without changes', async (_, makeSource) => {
    const { id } = await world.deposit(owner, 50_000);
    const attempt = decide({ ids: [id], sourceId: await makeSource() });
    await expect(attempt).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    expect((await getTransaction(world.deps, world.admin, id)).status).toBe('pending');
  });

  test('that would exceed 2^53 paise is refused, while the rest of its list is approved', async () => {
    const huge = await world.deposit(owner, 100);
    await world.db.query('UPDATE transactions SET amount_paise = $2 WHERE id = $1', [
      huge.id,
      Number.MAX_SAFE_INTEGER - 50_000,
    ]);
    const small = await world.deposit(owner, 100);
    const [first, second] = await decide({ ids: [huge.id, small.id] });
    expect(first?.code).toBe('AMOUNT_OUT_OF_RANGE');
    expect(second).toBeUndefined();
    expect((await world.wallet(owner)).balancePaise).toBe(100_100);
    expect(await decide({ ids: [huge.id], decision: 'rejected' })).toEqual([undefined]);
  });
});

describe('a bulk approval that acknowledges warnings', () => {
  test('skips requests with unacknowledged warnings and approves the rest', async () => {
    const payer = await world.newActor({ balancePaise: 50_000 });
    const newDeposit = (amount: number) => world.deposit(payer, amount, { sha256: randomUUID() });
    const [twin, otherTwin] = [await newDeposit(91_002), await newDeposit(91_002)];
    const usual = await newDeposit(91_003);
    const ids = [twin, otherTwin, usual].map(({ id }) => id);
    const requestKey = randomUUID();
    const acknowledgedIds = [twin.id];
    const outcomes = await decide({ ids, acknowledgedIds, requestKey });
    const codes = outcomes.map((refused) => refused?.code);
    expect(codes).toEqual([undefined, 'WARNING_NOT_ACKNOWLEDGED', undefined]);
    const { status } = await getTransaction(world.deps, world.admin, otherTwin.id);
    expect(status).toBe('pending');
    await expect(decide({ ids, acknowledgedIds: ids, requestKey })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  test.each<[string, Partial<DecisionInput>]>([
    ['without a list of acknowledgements approves', {}],
    ['that is a rejection decides', { decision: 'rejected', acknowledgedIds: [] }],
  ])('%s requests with warnings', async (_, change) => {
    const first = await world.deposit(await world.newActor(), 91_004);
    expect(await decide({ ids: [first.id], ...change })).toEqual([undefined]);
  });
});

describe('a rejection', () => {
  test('releases the hold and notifies the owner with the reason', async () => {
    const { id, referenceId } = await world.withdraw(owner, 40_000, account);
    const notes = 'The name differs. Reason: typo';
    expect(await decide({ ids: [id], decision: 'rejected', notes })).toEqual([undefined]);
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 0 });
    expect(await newestNotification()).toMatchObject({
      title: 'Withdrawal Rejected',
      message: `Your withdrawal of ₹400.00 (${referenceId}) has been rejected. Reason: ${notes}`,
      type: 'error',
      data: { transaction_id: id, rejection_reason: notes },
    });
  });

  test('without a reason sends a notification without one, and a rejected deposit changes no balance', {
    tags: 'section-4',
  }, async () => {
    const { id, referenceId } = await world.deposit(owner, 50_000);
    const before = await newestEvent();
    await decide({ ids: [id], decision: 'rejected' });
    expect(await newestNotification()).toMatchObject({
      title: 'Deposit Rejected',
      message: `Your deposit of ₹500.00 (${referenceId}) has been rejected.`,
      data: { transaction_id: id },
    });
    expect(await world.wallet(owner)).toEqual({ balancePaise: 100_000, heldPaise: 0 });
    const told = (await eventsAfter(before)).filter(
      (event) => event.payload.entity === 'transaction',
    );
    expect(told.map(({ payload }) => payload)).toMatchObject([{ id, also: { balance: false } }]);
  });
});

describe('a canned reason', () => {
  const newReason = () =>
    addReason(world.deps, world.admin, { en: `Wrong app ${randomUUID()}.`, hi: 'गलत ऐप।' });

  test('precedes the notes and is stored in each of its languages', async () => {
    const { id, referenceId } = await world.deposit(owner, 50_000);
    const { id: reasonId, texts } = await newReason();
    await decide({ ids: [id], decision: 'rejected', reasonId, notes: 'Use UPI.' });
    const whole = `${texts.en}\nUse UPI.`;
    expect(await getTransaction(world.deps, world.admin, id)).toMatchObject({
      adminNotes: whole,
      reason: texts,
    });
    expect(await newestNotification()).toMatchObject({
      message: `Your deposit of ₹500.00 (${referenceId}) has been rejected. Reason: ${whole}`,
      data: { transaction_id: id, rejection_reason: whole, rejection_texts: texts },
    });
  });

  test('is ignored in approvals, has to exist, and is part of the request’s fingerprint', async () => {
    const [one, two] = [await world.deposit(owner, 100), await world.deposit(owner, 200)];
    const { id: reasonId } = await newReason();
    expect(await decide({ ids: [one.id], reasonId })).toEqual([undefined]);
    expect(await getTransaction(world.deps, world.admin, one.id)).toMatchObject({
      adminNotes: null,
      reason: null,
    });
    const rejected = 'rejected' as const;
    const unknown = { ids: [two.id as string], decision: rejected, reasonId: newId() };
    await expect(decide(unknown)).rejects.toMatchObject({ code: 'REASON_NOT_FOUND' });
    const known = { ...unknown, reasonId, requestKey: randomUUID() };
    await decide(known);
    const other = decide({ ...known, reasonId: undefined });
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await decide(known)).toEqual([undefined]);
  });
});

describe('a decision', () => {
  test('repeated by the same administrator with its key has no effect, even after its source was deactivated', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const sourceId = await newSource(true);
    const decision = { ids: [id.toUpperCase()], sourceId, requestKey: randomUUID() };
    await decide(decision);
    await world.db.query('UPDATE sources SET is_active = false WHERE id = $1', [sourceId]);
    const before = await newestEvent();
    expect(await decide(decision)).toEqual([undefined]);
    expect(await eventsAfter(before)).toEqual([]);
    expect((await world.wallet(owner)).balancePaise).toBe(150_000);
  });

  test('is final: later decisions are refused with its outcome and the name of its administrator', {
    tags: 'section-4',
  }, async () => {
    const { id } = await world.deposit(owner, 50_000);
    const requestKey = randomUUID();
    await decide({ ids: [id], requestKey });
    const other = await world.newActor({ role: 'admin' });
    const late = [
      await decide({ ids: [id] }),
      await decide({ ids: [id], requestKey }, other),
      await decide({ ids: [id], decision: 'rejected' }),
    ].flat();
    for (const error of late) {
      expect(isAppError(error)).toBe(true);
      expect(error).toMatchObject({
        code: 'ALREADY_DECIDED',
        data: { status: 'approved', decidedBy: world.admin.username },
      });
    }
  });

  test('refuses its idempotency key with other notes, source, list or outcome', async () => {
    const [first, second] = [await world.deposit(owner, 100), await world.deposit(owner, 200)];
    const decision = { ids: [first.id], notes: 'seen', requestKey: randomUUID() };
    await decide(decision);
    const others: Partial<DecisionInput>[] = [
      { notes: 'not seen' },
      { notes: undefined },
      { sourceId: await newSource(true) },
      { decision: 'rejected' },
      { ids: [second.id] },
      { ids: [first.id, second.id] },
    ];
    for (const change of others) {
      const attempt = decide({ ...decision, ...change });
      await expect(attempt).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
    expect(await decide(decision)).toEqual([undefined]);
    expect(await decide({ ids: [second.id] })).toEqual([undefined]);
  });

  test('sent ten times concurrently with one key is made once, also with ten different lists', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => world.deposit(owner, 100)));
    const ids = made.map(({ id }) => id);
    const requestKey = randomUUID();
    const outcomes = await Promise.allSettled(ids.map((id) => decide({ ids: [id], requestKey })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const repeated = { ids, requestKey: randomUUID(), decision: 'rejected' } as const;
    const answers = await Promise.all(ids.map(() => decide(repeated)));
    expect(new Set(answers.map((answer) => answer.filter(Boolean).length))).toEqual(new Set([1]));
  });

  test('on an unknown request returns TRANSACTION_NOT_FOUND', async () => {
    const [error] = await decide({ ids: [newId()] });
    expect(error?.code).toBe('TRANSACTION_NOT_FOUND');
  });
});

test('the tabs page newest first, and their counts are right before and after the rollup', async () => {
  const read = async (tab: 'pending' | 'history') => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTransactions(world.deps, world.admin.userId, {
        type: 'deposit',
        tab,
        cursor,
        limit: 2,
      });
      ids.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor;
    } while (cursor);
    return ids;
  };
  const made = [await world.deposit(owner, 100), await world.deposit(owner, 200)];
  const pending = await read('pending');
  expect(pending.slice(0, 2)).toEqual(made.map((row) => row.id).reverse());
  const expected = { pending: pending.length, history: (await read('history')).length };
  expect((await countTransactions(world.db)).deposit).toEqual(expected);
  await project(world.db);
  expect((await countTransactions(world.db)).deposit).toEqual(expected);
  expect(
    await world.db.query(
      `SELECT 1 FROM transaction_changes WHERE id > (SELECT min(position) FROM projections
         WHERE name <> 'statement-balances')`,
    ),
  ).toEqual([]);
});
