import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DepositForm } from '#contract/deposits/schema.ts';
import { newId } from '#server/base/ids.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  buildReceipt,
  expectVerified,
  loadDeposits,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { requestDeposit } from './request-deposit.ts';

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

const buildForm = (parts: Partial<DepositForm> = {}): DepositForm => ({
  amount: '500',
  requestKey: randomUUID(),
  ...parts,
});

const send = (form: DepositForm, receipt = buildReceipt()) =>
  requestDeposit(world.deps, owner, { form, receipt });

async function countRows(): Promise<unknown> {
  return world.db.query(
    'SELECT (SELECT count(*) FROM transactions) AS requests, (SELECT count(*) FROM files) AS files',
  );
}

test('creates a pending deposit with its receipt, by UPI unless another method is given', async () => {
  const receipt = buildReceipt();
  const { answer, unused } = await send(buildForm({ notes: 'rent' }), receipt);
  expect(unused).toBe(false);
  expect(answer).toMatchObject({
    type: 'deposit',
    kind: 'request',
    status: 'pending',
    amountPaise: 50_000,
    paymentMethod: 'UPI',
    userNotes: 'rent',
  });
  expect(answer.referenceId).toMatch(/^DEP-\d{13}$/);
  const [row] = await world.db.query<{ permanent_receipt_url: string }>(
    'SELECT permanent_receipt_url FROM transactions WHERE id = $1',
    [answer.id],
  );
  expect(row?.permanent_receipt_url).toBe(`/files/receipts/${receipt.id}`);
  expect(await world.wallet(owner)).toEqual({ balancePaise: 0, heldPaise: 0 });
});

test('uses the millisecond as the reference of a deposit, or the next free one', {
  tags: 'section-9',
}, async () => {
  // Fixed: all clocks of a money world are set, and stand still.
  const now = new Date('2026-11-03T00:00:00.000Z');
  const references = [];
  await world.setNow(now);
  for (let count = 0; count < 3; count++) {
    const server = await loadDeposits();
    const { answer } = await server.requestDeposit(world.deps, owner, {
      form: buildForm(),
      receipt: buildReceipt(),
    });
    references.push(answer.referenceId);
  }
  expect(references).toEqual([0, 1, 2].map((past) => `DEP-${now.getTime() + past}`));
});

test.each([
  '',
  '0',
  '0.00',
  '0.99',
  '1e3',
  '-1',
  '0.001',
  'NaN',
  '9'.repeat(400),
  '१०००',
  '100; DROP TABLE users',
])('refuses the deposit amount %j and changes nothing', async (amount) => {
  const before = await countRows();
  await expect(send(buildForm({ amount }))).rejects.toMatchObject({
    code: 'INVALID_DEPOSIT_AMOUNT',
  });
  expect(await countRows()).toEqual(before);
});

test('refuses a deposit with an unknown QR code', async () => {
  const before = await countRows();
  const attempt = send(buildForm({ qrCodeId: newId() }));
  await expect(attempt).rejects.toThrow();
  expect(await countRows()).toEqual(before);
});

describe('the UTR of a deposit', () => {
  const requireUtr = (isRequired: boolean) =>
    world.db.query('UPDATE wallet_settings SET utr_required = $1', [isRequired]);

  test('is stored without spaces and in capitals, and null if it is empty', async () => {
    const sent = await send(buildForm({ paymentMethod: 'NEFT', utr: ' axomb 0010209 1866 ' }));
    expect(sent.answer.utr).toBe('AXOMB00102091866');
    const empty = await send(buildForm({ utr: '  ' }));
    expect(empty.answer.utr).toBeNull();
  });

  test('has to have the shape of its payment method', async () => {
    const before = await countRows();
    for (const form of [{ utr: '1234' }, { utr: '412345678901', paymentMethod: 'RTGS' }]) {
      await expect(send(buildForm(form))).rejects.toMatchObject({ code: 'INVALID_UTR' });
    }
    expect(await countRows()).toEqual(before);
  });

  test('may be one that was sent before', async () => {
    const form = { utr: '412345678902' };
    const first = await send(buildForm(form));
    const second = await send(buildForm(form));
    expect(second.answer).toMatchObject({ utr: first.answer.utr, status: 'pending' });
  });

  test('is required only if the setting says so, and not of a request that was received before', async () => {
    const earlier = buildForm();
    const { answer } = await send(earlier);
    await requireUtr(true);
    try {
      await expect(send(buildForm())).rejects.toMatchObject({ code: 'UTR_REQUIRED' });
      expect(await send(earlier)).toEqual({ answer, unused: true });
      expect((await send(buildForm({ utr: '412345678903' }))).answer.utr).toBe('412345678903');
    } finally {
      await requireUtr(false);
    }
  });
});

describe('a repeated deposit request', () => {
  test('with the same key and contents returns the first result', async () => {
    const form = buildForm();
    const first = await send(form);
    const before = await countRows();
    const again = await send({ ...form, requestKey: form.requestKey.toUpperCase() });
    expect(again).toEqual({ answer: first.answer, unused: true });
    expect(await countRows()).toEqual(before);
  });

  test.each<[string, Partial<DepositForm>, Parameters<typeof buildReceipt>[0]]>([
    ['amount', { amount: '501' }, {}],
    ['notes', { notes: 'other' }, {}],
    ['payment method', { paymentMethod: 'Cash' }, {}],
    ['UTR', { utr: '412345678901' }, {}],
    ['QR code', { qrCodeId: newId() }, {}],
    ['receipt', {}, { sha256: 'b'.repeat(64) }],
  ])('with the same key and another %s is refused', async (_, change, receipt) => {
    const form = buildForm();
    await send(form);
    const before = await countRows();
    const attempt = send({ ...form, ...change }, buildReceipt(receipt));
    await expect(attempt).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await countRows()).toEqual(before);
  });

  test('without a stored fingerprint is compared by its contents', async () => {
    const form = buildForm();
    const { answer } = await send(form);
    await world.db.query('UPDATE transactions SET request_fingerprint = NULL WHERE id = $1', [
      answer.id,
    ]);
    expect(await send(form)).toEqual({ answer, unused: true });
    const conflict = { code: 'IDEMPOTENCY_CONFLICT' };
    await expect(send({ ...form, amount: '501' })).rejects.toMatchObject(conflict);
    await expect(send(form, buildReceipt({ sha256: 'b' }))).rejects.toMatchObject(conflict);
  });

  test('with the same key of another user is a separate request', async () => {
    const form = buildForm();
    const first = await send(form);
    const other = await world.newActor();
    const theirs = await requestDeposit(world.deps, other, { form, receipt: buildReceipt() });
    expect(theirs.answer.id).not.toBe(first.answer.id);
  });
});
