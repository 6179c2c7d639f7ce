import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transactionId } from '#contract/shared/base.ts';
import { MAX_CANCELLED_REQUESTS } from '#contract/transactions/rules.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { ANY_ID } from '#server/testing/procedures.ts';
import { buildDepositForm, buildImage, upload } from '#server/testing/upload.ts';
import { pruneCancelled } from './make-requests.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn & { username: string };
let other: SignedIn;
let image: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  [admin, user, other] = await Promise.all([app.admin(), app.newUser(), app.newUser()]);
  image = await buildImage();
});
afterEach(() => expectVerified(app.deps.db));
afterAll(() => app.close());

const key = () => randomUUID();

const codesOf = (calls: Promise<unknown>[]) => Promise.all(calls.map(errorCodeOf));

function sendDeposit(who: { cookie?: string }, changes: object = {}, body = image) {
  const { cookie } = who;
  const form = buildDepositForm({ amount: '1000', ...changes });
  return upload(app, { cookie, path: '/files/deposits', form, body });
}

async function deposit(who: SignedIn, amount = '1000'): Promise<OwnTransaction> {
  const { status, body } = await sendDeposit(who, { amount }, await buildImage());
  expect(status).toBe(200);
  return body as OwnTransaction;
}

async function addAccount(who: SignedIn): Promise<string> {
  const account = await who.api.bankAccounts.create({
    accountName: 'Asha Rao',
    accountNumber: '123456789012',
    bankName: 'State Bank',
    isDefault: true,
  });
  return account.id;
}

describe('a request that is cancelled unless it was received', () => {
  const cancel = ({ api }: SignedIn, requestKey: string) =>
    api.transactions.cancelUnreceived({ requestKey });

  test('stays and is returned to its owner if it was received', async () => {
    const [owner, requestKey] = [await app.newUser(), key()];
    const { body } = await sendDeposit(owner, { requestKey });
    const id = (body as OwnTransaction).id;
    const { request } = await cancel(owner, requestKey.toUpperCase());
    expect(request).toMatchObject({ id, status: 'pending' });
    expect(await sendDeposit(owner, { requestKey })).toMatchObject({ status: 200, body: { id } });
  });

  test('is found by its key without being cancelled', async () => {
    const [owner, requestKey] = [await app.newUser(), key()];
    expect(await owner.api.transactions.byRequestKey({ requestKey })).toEqual({ request: null });
    expect((await sendDeposit(owner, { requestKey })).status).toBe(200);
    const { request } = await owner.api.transactions.byRequestKey({ requestKey });
    expect(request).toMatchObject({ status: 'pending' });
    expect(await user.api.transactions.byRequestKey({ requestKey })).toEqual({ request: null });
  });

  test('is refused when it arrives late, and is accepted with a new key', async () => {
    const [owner, requestKey] = [await app.newUser(), key()];
    expect(await cancel(owner, requestKey)).toEqual({ request: null });
    expect(await cancel(owner, requestKey)).toEqual({ request: null });
    const late = { status: 409, body: { code: 'REQUEST_CANCELLED' } };
    expect(await sendDeposit(owner, { requestKey })).toMatchObject(late);
    const withdrawal = { amount: '10', bankAccountId: await addAccount(owner), requestKey };
    expect(await errorCodeOf(owner.api.withdrawals.request(withdrawal))).toBe('REQUEST_CANCELLED');
    expect((await owner.api.transactions.passbook({})).rows).toEqual([]);
    expect((await sendDeposit(owner, { requestKey: key() })).status).toBe(200);
    // A key is one person's: others are not affected.
    expect((await sendDeposit(await app.newUser(), { requestKey })).status).toBe(200);
    expect(await cancel(user, requestKey)).toEqual({ request: null });
  });

  test('is awaited while it is being created', async () => {
    const requestKey = key();
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted';
    let cancelled: Promise<unknown> | undefined;
    await app.deps.db.transaction(async (tx) => {
      await tx.query('SELECT FROM wallet_balances WHERE user_id = $1 FOR UPDATE', [user.userId]);
      cancelled = cancel(user, requestKey);
      await expect.poll(() => app.deps.db.query(waiting)).not.toEqual([]);
    });
    expect(await cancelled).toEqual({ request: null });
  });

  /** Runs a command and its cancellation simultaneously. Returns both results. */
  async function race(owner: SignedIn, { n, bankAccountId }: { n: number; bankAccountId: string }) {
    const requestKey = key();
    const send = () =>
      n % 4 < 2
        ? owner.api.withdrawals.request({ amount: '10', bankAccountId, requestKey })
        : sendDeposit(owner, { requestKey, amount: '10' }).then(({ body }) => body);
    const calls = [() => send().catch((error: unknown) => error), () => cancel(owner, requestKey)];
    const order = n % 2 === 0 ? calls : calls.toReversed();
    const [one, two] = await Promise.all(order.map((call) => call()));
    const [said, { request }] = (n % 2 === 0 ? [one, two] : [two, one]) as [
      { id?: string; code?: string },
      { request: OwnTransaction | null },
    ];
    return { sent: said.id, refusal: said.code, found: request?.id };
  }

  test('of 120 simultaneous pairs, each is either received and found, or cancelled and refused', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => app.newUser()));
    const accounts = await Promise.all(owners.map(addAccount));
    for (const owner of owners) {
      const { id } = await deposit(owner, '5000');
      await admin.api.review.decide({ ids: [id], decision: 'approved', requestKey: key() });
    }
    const pairs = Array.from({ length: 120 }, (_, n) =>
      race(owners[n % 4] as SignedIn, { n: n >> 2, bankAccountId: accounts[n % 4] ?? '' }),
    );
    const outcomes = await Promise.all(pairs);
    const isReceived = ({ sent, found }: (typeof outcomes)[0]) =>
      sent !== undefined && sent === found;
    const isCancelled = ({ refusal, found }: (typeof outcomes)[0]) =>
      refusal === 'REQUEST_CANCELLED' && found === undefined;
    expect(outcomes.filter((each) => !isReceived(each) && !isCancelled(each))).toEqual([]);
    expect(outcomes.filter(isReceived).length).toBeGreaterThan(0);
    expect(outcomes.filter(isCancelled).length).toBeGreaterThan(0);
    const both = 'SELECT 1 FROM transactions JOIN cancelled_requests USING (user_id, request_key)';
    expect(await app.deps.db.query(both)).toEqual([]);
  });

  test('is limited per day, and forgotten after a day', async () => {
    const owner = await app.newUser();
    const keys = Array.from({ length: MAX_CANCELLED_REQUESTS }, key);
    await app.deps.db.query(
      `INSERT INTO cancelled_requests SELECT $1, unnest($2::uuid[]), $3::timestamptz`,
      [owner.userId, keys, app.deps.clock.now()],
    );
    expect(await errorCodeOf(cancel(owner, key()))).toBe('TOO_MANY_CANCELLED');
    expect(await cancel(owner, keys[0] ?? '')).toEqual({ request: null });
    await pruneCancelled(app.deps);
    expect(await errorCodeOf(cancel(owner, key()))).toBe('TOO_MANY_CANCELLED');
    await app.deps.db.query(
      `UPDATE cancelled_requests SET created_at = created_at - interval '25 h'`,
    );
    await pruneCancelled(app.deps);
    expect(await cancel(owner, key())).toEqual({ request: null });
  });
});

test('returns the details of a transaction to its owner only', async () => {
  const owner = await app.newUser();
  const [{ id }, bankAccountId] = await Promise.all([deposit(owner), addAccount(owner)]);
  const receiptUrl = expect.stringMatching(/^\/files\/receipts\//);
  const asRequested = { id, status: 'pending', decidedAt: null, receiptUrl };
  expect(await owner.api.transactions.own({ id })).toMatchObject(asRequested);
  await admin.api.review.decide({ ids: [id], decision: 'approved', requestKey: key() });
  const decided = await owner.api.transactions.own({ id });
  expect(decided).toMatchObject({ status: 'approved', decidedAt: expect.any(Date) });
  expect(Object.keys(decided)).not.toContain('decidedBy');
  const request = { amount: '400', bankAccountId, requestKey: key() };
  const withdrawal = await owner.api.withdrawals.request(request);
  expect(await owner.api.transactions.own({ id: withdrawal.id })).toMatchObject({
    maskedAccountNumber: '1234••••9012',
    accountHolderName: 'Asha Rao',
    receiptUrl: null,
  });
  await admin.api.review.decide({
    ids: [withdrawal.id],
    decision: 'rejected',
    requestKey: key(),
  });
  const ids = [id, withdrawal.id, transactionId.parse(ANY_ID)];
  const attempts = [other, admin].flatMap(({ api }) =>
    ids.map((id) => api.transactions.own({ id })),
  );
  expect(new Set(await codesOf(attempts))).toEqual(new Set(['TRANSACTION_NOT_FOUND']));
});

test('approves a deposit and then rejects a withdrawal, over HTTP', async () => {
  const { id } = await deposit(user);
  await admin.api.review.decide({ ids: [id], decision: 'approved', requestKey: key() });
  const approved = await admin.api.transactions.get({ id });
  expect(approved).toMatchObject({
    status: 'approved',
    userName: user.username,
    decidedBy: 'admin',
  });
  expect(approved.receiptUrl).toMatch(/^\/files\/receipts\//);
  const bankAccountId = await addAccount(user);
  const request = { amount: '400', bankAccountId, requestKey: key() };
  const withdrawal = await user.api.withdrawals.request(request);
  expect(await user.api.balances.current()).toMatchObject({
    balancePaise: 100_000,
    heldPaise: 40_000,
    availablePaise: 60_000,
  });
  const details = await admin.api.transactions.get({ id: withdrawal.id });
  expect(details).toMatchObject({
    maskedAccountNumber: '••••9012',
    beneficiary: { accountHolderName: 'Asha Rao', accountNumber: '123456789012' },
  });
  const notes = 'wrong name';
  await admin.api.review.decide({
    ids: [withdrawal.id],
    decision: 'rejected',
    notes,
    requestKey: key(),
  });
  const { rows, total } = await user.api.transactions.passbook({});
  expect(total).toBe(2);
  expect(rows.map((row) => [row.status, row.adminNotes, row.runningBalancePaise])).toEqual([
    ['rejected', notes, 100_000],
    ['approved', null, 100_000],
  ]);
  const { rows: told } = await user.api.notifications.list({});
  expect(told.map((notification) => notification.title)).toEqual([
    'Withdrawal Rejected',
    'Bank accounts changed',
    'Deposit Approved',
  ]);
});

describe('access to other users’ data', () => {
  test('is refused to anonymous callers', async () => {
    const api = app.client();
    const id = (await deposit(user)).id;
    const codes = await codesOf([
      api.balances.current(),
      api.bankAccounts.list(),
      api.withdrawals.list({}),
      api.transactions.passbook({}),
      api.transactions.list({ type: 'deposit', tab: 'pending' }),
      api.transactions.counts(),
      api.transactions.get({ id }),
      api.review.decide({ ids: [id], decision: 'approved', requestKey: key() }),
      api.review.decide({ ids: [id], decision: 'rejected', requestKey: key() }),
    ]);
    expect(new Set(codes)).toEqual(new Set(['MISSING_SESSION']));
    expect((await sendDeposit({})).body).toMatchObject({ code: 'MISSING_SESSION' });
    expect((await fetch(`${app.baseUrl}/files/passbook.csv`)).status).toBe(401);
  });

  test('HEAD returns the headers of the CSV file without reading a row', async () => {
    const person = await app.newUser();
    const url = `${app.baseUrl}/files/passbook.csv`;
    const head = await fetch(url, { method: 'HEAD', headers: { cookie: person.cookie } });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(head.headers.get('content-disposition')).toContain('.csv');
    expect(await head.text()).toBe('');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(401);
  });

  test('is refused to users who try to decide requests, including their own', async () => {
    const { id } = await deposit(user);
    const codes = await codesOf([
      user.api.transactions.list({ type: 'deposit', tab: 'pending' }),
      user.api.transactions.counts(),
      user.api.transactions.get({ id }),
      user.api.review.decide({ ids: [id], decision: 'approved', requestKey: key() }),
      user.api.review.decide({ ids: [id], decision: 'rejected', requestKey: key() }),
    ]);
    expect(new Set(codes)).toEqual(new Set(['ADMIN_REQUIRED']));
    expect((await admin.api.transactions.get({ id })).status).toBe('pending');
  });

  test('is impossible through the lists of another user', async () => {
    await deposit(user);
    expect((await other.api.transactions.passbook({})).rows).toEqual([]);
    expect((await other.api.withdrawals.list({})).rows).toEqual([]);
    expect(await other.api.bankAccounts.list()).toEqual([]);
    expect((await other.api.balances.current()).balancePaise).toBe(0);
  });

  test('is refused for using, choosing or removing another user’s bank account', async () => {
    const theirs = await addAccount(user);
    const requestKey = key();
    const { id } = await deposit(other, '50');
    await admin.api.review.decide({ ids: [id], decision: 'approved', requestKey: key() });
    const codes = await codesOf([
      other.api.bankAccounts.setDefault({ id: theirs }),
      other.api.bankAccounts.remove({ id: theirs }),
      other.api.withdrawals.request({ amount: '10', bankAccountId: theirs, requestKey }),
    ]);
    expect(new Set(codes)).toEqual(new Set(['BANK_ACCOUNT_NOT_OWNED']));
  });
});

describe('invalid input', () => {
  test('with malformed ids, keys, days and cursors is refused', async () => {
    const { id } = await deposit(user);
    // The contract's types don't allow these values; other clients may send them.
    const bad = 'no-id' as typeof id;
    const codes = await codesOf([
      admin.api.transactions.get({ id: bad }),
      admin.api.review.decide({ ids: [bad], decision: 'approved', requestKey: key() }),
      admin.api.review.decide({ ids: [id], decision: 'approved', requestKey: 'no-key' }),
      admin.api.transactions.list({ type: 'deposit', tab: 'history', cursor: 'nowhere' }),
      user.api.transactions.passbook({ from: '2026-02-30' }),
      user.api.transactions.passbook({ limit: 101 }),
      user.api.transactions.passbook({ cursor: Buffer.from('["x","y"]').toString('base64url') }),
    ]);
    expect(new Set(codes)).toEqual(new Set(['INVALID_INPUT']));
  });

  test('with a cursor whose time is out of the database’s range is refused', async () => {
    const times = ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '-000001-01-01T00:00:00Z'];
    for (const time of [...times, 8.64e15, -8.64e15]) {
      const cursor = Buffer.from(JSON.stringify([time, key()])).toString('base64url');
      const calls = [
        admin.api.transactions.list({ type: 'deposit', tab: 'history', cursor }),
        admin.api.transactions.search({ cursor }),
        admin.api.transactions.search({ cursor, search: 'dep-', from: '2026-01-01' }),
        admin.api.users.list({ cursor }),
        admin.api.audit.list({ cursor }),
      ];
      expect(new Set(await codesOf(calls))).toEqual(new Set(['INVALID_INPUT']));
    }
  });

  test('with unknown ids returns TRANSACTION_NOT_FOUND', async () => {
    const id = key() as OwnTransaction['id'];
    expect(await errorCodeOf(admin.api.transactions.get({ id }))).toBe('TRANSACTION_NOT_FOUND');
    for (const decision of ['approved', 'rejected'] as const) {
      const answer = await admin.api.review.decide({ ids: [id], decision, requestKey: key() });
      expect(answer.results).toEqual([{ id, refusal: { code: 'TRANSACTION_NOT_FOUND' } }]);
    }
  });

  test('with NUL or invisible characters is cleaned in notes and refused in a search', async () => {
    const notes = 'a\u0000b\u202E\nc';
    const sent = await sendDeposit(user, { notes });
    expect(sent.body).toMatchObject({ userNotes: 'ab\nc' });
    const id = transactionId.parse(sent.body.id);
    await admin.api.review.decide({ ids: [id], decision: 'rejected', notes, requestKey: key() });
    expect(await admin.api.transactions.get({ id })).toMatchObject({
      userNotes: 'ab\nc',
      adminNotes: 'ab\nc',
    });
    expect(await errorCodeOf(user.api.transactions.passbook({ search: notes }))).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('a deposit over HTTP', () => {
  const storedReceipts = () =>
    app.deps.files.list(`receipts/${app.deps.clock.now().toISOString().slice(0, 7)}`);

  test.each([
    ['an invalid amount', { amount: '1e3' }, 400, 'INVALID_DEPOSIT_AMOUNT'],
    ['an unknown QR code', { qrCodeId: randomUUID() }, 404, 'QR_CODE_NOT_FOUND'],
    ['no idempotency key', { requestKey: '' }, 422, 'INVALID_INPUT'],
  ])('with %s leaves no file behind', async (_, changes, status, code) => {
    const before = await storedReceipts();
    const answer = await sendDeposit(user, changes);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await storedReceipts()).toEqual(before);
  });

  test('sent twice concurrently creates one deposit and one file', async () => {
    const before = await storedReceipts();
    const requestKey = key();
    const answers = await Promise.all([
      sendDeposit(user, { requestKey }),
      sendDeposit(user, { requestKey }),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await storedReceipts()).toHaveLength(before.length + 1);
  });
});

describe('the passbook export over HTTP', () => {
  const get = (query: string) =>
    fetch(`${app.baseUrl}/files/passbook.csv${query}`, { headers: { cookie: user.cookie } });

  test('is a CSV file of the matching rows', async () => {
    const response = await get('?type=deposit&status=approved');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="passbook-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const { total = 0 } = await user.api.transactions.passbook({
      type: 'deposit',
      status: 'approved',
    });
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(total + 1);
  });

  test('refuses invalid filters', async () => {
    const repeated = '?type=deposit&type=withdrawal';
    for (const query of ['?status=lost', '?from=yesterday', repeated, '?search=a%00b']) {
      expect((await get(query)).status).toBe(422);
    }
  });
});
