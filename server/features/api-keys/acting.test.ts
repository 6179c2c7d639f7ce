import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userId as parseId } from '#contract/shared/base.ts';
import { API_SCOPES, type ApiScope } from '#contract/shared/enums.ts';
import { setRules } from '../../testing/approvals.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { expectVerified } from '../../testing/money-world.ts';
import { buildImage } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let image: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  image = await buildImage();
});
afterAll(() => app.close());

interface Answer {
  http: number;
  code?: string;
  data?: Record<string, unknown>;
  id?: string;
  rows?: { id: string; status: string }[];
  [field: string]: unknown;
}

async function newKey(limits: { dayPaise?: number; scopes?: ApiScope[] } = {}) {
  const form = { name: 'Shop', scopes: [...API_SCOPES], ...limits };
  const { key, secret } = await admin.api.apiKeys.create(form);
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${app.baseUrl}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, ...(init.headers as Record<string, string>) },
    });
    return { ...((await response.json()) as object), http: response.status };
  };
  const post = (path: string, body: object, requestKey = randomUUID()) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': requestKey },
      body: JSON.stringify(body),
    });
  const deposit = (userId: string, fields: object = {}, requestKey = randomUUID()) => {
    const parts = new FormData();
    for (const [name, value] of Object.entries({ amount: '500', ...fields })) {
      parts.append(name, value);
    }
    parts.append('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'receipt.jpg');
    const headers = { 'idempotency-key': requestKey };
    return call(`/users/${userId}/deposits`, { method: 'POST', headers, body: parts });
  };
  return { ...key, call, post, deposit };
}

async function addAccount(user: SignedIn): Promise<string> {
  const account = { accountName: 'Asha Rao', bankName: 'HDFC Bank', isDefault: true };
  const { id } = await user.api.bankAccounts.create({
    ...account,
    accountNumber: '50100012345678',
  });
  return id;
}

test('a program deposits and withdraws for a user, who is notified; each act names key and user', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const bankAccountId = await addAccount(user);
  const deposit = await key.deposit(user.userId, { utr: '412345678901', notes: 'Order 5' });
  expect(deposit).toMatchObject({ status: 'pending', amountPaise: 50_000, utr: '412345678901' });
  const decided = await key.post('/transactions/decisions', {
    ids: [deposit.id],
    decision: 'approved',
  });
  expect(decided).toMatchObject({ http: 200, results: [{ id: deposit.id }] });
  expect(await key.call(`/users/${user.userId}/bank-accounts`)).toMatchObject({
    0: { id: bankAccountId, maskedAccountNumber: '5010••••••5678' },
  });
  const withdrawal = await key.post(`/users/${user.userId}/withdrawals`, {
    amount: '200',
    bankAccountId,
  });
  expect(withdrawal).toMatchObject({ status: 'pending', amountPaise: 20_000 });
  expect(await key.call(`/users/${user.userId}/balance`)).toMatchObject({
    balancePaise: 50_000,
    heldPaise: 20_000,
    availablePaise: 30_000,
  });
  const { rows = [] } = await key.call(`/users/${user.userId}/passbook`);
  expect(rows.map(({ id }) => id)).toEqual([withdrawal.id, deposit.id]);

  const { rows: told } = await user.api.notifications.list({});
  const of = (title: string) => told.find((one) => one.title === title);
  expect(of('Deposit requested for you')).toMatchObject({
    params: { app: 'Shop', amountPaise: 50_000 },
    data: { transaction_id: deposit.id },
  });
  expect(of('Withdrawal requested for you')?.message).toContain(
    'Shop requested this for you: ₹200',
  );
  const records = await admin.api.audit.list({ action: 'transaction.request' });
  expect(records.rows.slice(0, 2)).toMatchObject(
    [withdrawal.id, deposit.id].map((entityId) => ({
      entityId,
      actorName: 'admin',
      ip: `127.0.0.1 (wlt_…${key.lastFour})`,
      after: { apiKeyId: key.id },
    })),
  );
  await expectVerified(app.deps.db);
});

test('the raw image with the form in a header is the same request', async () => {
  const key = await newKey();
  const { userId } = await app.newUser();
  const requestKey = randomUUID();
  const form = Buffer.from('{"amount":"500"}').toString('base64url');
  const raw = await key.call(`/users/${userId}/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'wallet-form': form, 'idempotency-key': requestKey },
    body: new Uint8Array(image),
  });
  expect(raw).toMatchObject({ status: 'pending' });
  expect((await key.deposit(userId, {}, requestKey)).id).toBe(raw.id);
  expect(await key.deposit(userId, { amount: '600' }, requestKey)).toMatchObject({
    status: 409,
    code: 'IDEMPOTENCY_CONFLICT',
  });
});

test('one request of many concurrent ones with a key is made', async () => {
  const key = await newKey();
  const { userId } = await app.newUser();
  const requestKey = randomUUID();
  const sent = Array.from({ length: 8 }, () => key.deposit(userId, {}, requestKey));
  const made = await Promise.all(sent);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const { rows } = await key.call(`/users/${userId}/passbook`);
  expect(rows).toHaveLength(1);
});

test('the limits of the user apply', async () => {
  const key = await newKey();
  const user = await app.newUser();
  const userId = parseId.parse(user.userId);
  const bankAccountId = await addAccount(user);
  const withdraw = (amount: string) =>
    key.post(`/users/${userId}/withdrawals`, { amount, bankAccountId });
  expect((await withdraw('5')).code).toBe('BELOW_MINIMUM_WITHDRAWAL');
  expect((await withdraw('100')).code).toBe('INSUFFICIENT_BALANCE');
  expect((await key.deposit(userId, { amount: '99999999' })).code).toBe('DEPOSIT_ABOVE_MAXIMUM');
  const stranger = await addAccount(await app.newUser());
  const notOwned = { amount: '100', bankAccountId: stranger };
  await admin.api.users.adjustBalance({
    userId,
    newBalance: '1000',
    shownBalancePaise: 0,
    reason: 'Opening balance',
    requestKey: randomUUID(),
  });
  expect((await key.post(`/users/${userId}/withdrawals`, notOwned)).code).toBe(
    'BANK_ACCOUNT_NOT_OWNED',
  );
  await admin.api.users.setFrozen({ userId, isFrozen: true, reason: 'A check' });
  expect((await withdraw('100')).code).toBe('ACCOUNT_FROZEN');
  expect((await key.deposit(userId)).code).toBe('ACCOUNT_FROZEN');
  await admin.api.users.setFrozen({ userId, isFrozen: false, reason: 'Checked' });
  await admin.api.users.setStatus({ userId, status: 'inactive' });
  expect((await withdraw('100')).code).toBe('USER_INACTIVE');
  expect((await key.deposit(userId)).code).toBe('USER_INACTIVE');
  expect((await key.call(`/users/${userId}/balance`)).balancePaise).toBe(100_000);
});

test('the daily amount of the key counts requests, and a refused request does not', async () => {
  const key = await newKey({ dayPaise: 100_000 });
  const { userId } = await app.newUser();
  expect((await key.deposit(userId, { amount: '99999999' })).code).toBe('DEPOSIT_ABOVE_MAXIMUM');
  const answers = await Promise.all([1, 2, 3].map(() => key.deposit(userId, { amount: '500' })));
  expect(answers.filter(({ code }) => code === 'API_KEY_LIMIT')).toMatchObject([
    { status: 429, data: { measure: 'amount', remainingPaise: 0 } },
  ]);
});

test('a key does not act for administrators, unknown or deleted accounts', async () => {
  const key = await newKey();
  const other = await app.newUser({ role: 'admin' });
  const gone = await app.newUser();
  await admin.api.users.remove({ userId: parseId.parse(gone.userId) });
  const subjects = [
    [other.userId, 'NOT_FOR_ADMIN_ACCOUNTS'],
    [admin.userId, 'NOT_FOR_ADMIN_ACCOUNTS'],
    [gone.userId, 'USER_NOT_FOUND'],
    [randomUUID(), 'USER_NOT_FOUND'],
    ['no-id', 'INVALID_INPUT'],
  ] as const;
  for (const [userId, code] of subjects) {
    const withdrawal = { amount: '100', bankAccountId: randomUUID() };
    expect((await key.post(`/users/${userId}/withdrawals`, withdrawal)).code).toBe(code);
    expect((await key.deposit(userId)).code).toBe(code);
    for (const read of ['balance', 'passbook', 'bank-accounts']) {
      expect((await key.call(`/users/${userId}/${read}`)).code).toBe(code);
    }
  }
});

test('a key creates users, and no administrators', async () => {
  const key = await newKey();
  const user = {
    username: `shop-${randomUUID().slice(0, 8)}`,
    password: 'four cups of filter coffee',
  };
  const made = await key.post('/users', user);
  expect(made).toMatchObject({ http: 200, username: user.username, role: 'user' });
  expect((await key.post('/users', user)).code).toBe('USERNAME_TAKEN');
  const records = await admin.api.audit.list({ action: 'user.create' });
  expect(records.rows[0]).toMatchObject({
    entityId: made.id,
    actorName: 'admin',
    ip: `127.0.0.1 (wlt_…${key.lastFour})`,
  });
  const chief = { ...user, username: `${user.username}x`, role: 'admin' };
  expect((await key.post('/users', chief)).code).toBe('NOT_FOR_API_KEYS');
  await expectVerified(app.deps.db);
});

test('a key adds and deletes a webhook, and other keys do not', async () => {
  const key = await newKey();
  const url = 'https://shop.example/hooks';
  const { id } = await key.post('/webhooks', { url, eventTypes: ['deposit.approved'] });
  expect(await key.call('/webhooks')).toMatchObject({ 0: { id, url, isActive: true } });
  const reader = await newKey({ scopes: ['users:read'] });
  expect((await reader.call('/webhooks')).code).toBe('API_KEY_SCOPE');
  expect(await key.call(`/webhooks/${id}`, { method: 'DELETE' })).toMatchObject({ http: 200 });
  expect(await admin.api.webhooks.list()).toEqual([]);
});

test.each([
  ['no file', (parts: FormData) => parts.delete('file'), 'FILE_REQUIRED'],
  ['a field twice', (parts: FormData) => parts.append('amount', '5'), 'INVALID_INPUT'],
  ['no amount', (parts: FormData) => parts.delete('amount'), 'INVALID_INPUT'],
  ['two files', (parts: FormData) => parts.append('more', new Blob(['x'])), 'INVALID_INPUT'],
  ['a file that is no image', (parts: FormData) => parts.set('file', new Blob(['x'])), 'FILE_TYPE'],
  [
    'many parts',
    (parts: FormData) => {
      for (let n = 0; n < 30; n++) parts.append(`field${n}`, 'x');
    },
    'INVALID_INPUT',
  ],
  [
    'a file above the limit',
    (parts: FormData) => parts.set('file', new Blob([new Uint8Array(5 * 1024 * 1024 + 1)])),
    'FILE_TOO_LARGE',
  ],
])('a multipart body with %s is refused', async (_, change, code) => {
  const key = await newKey();
  const { userId } = await app.newUser();
  const parts = new FormData();
  parts.append('amount', '500');
  parts.append('file', new Blob([new Uint8Array(image)]));
  change(parts);
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/users/${userId}/deposits`;
  expect((await key.call(path, { method: 'POST', headers, body: parts })).code).toBe(code);
});

test('a broken multipart body is refused', async () => {
  const key = await newKey();
  const { userId } = await app.newUser();
  const send = (type: string, body: string) =>
    key.call(`/users/${userId}/deposits`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  expect((await send('multipart/form-data', 'x')).code).toBe('INVALID_INPUT');
  expect((await send('multipart/form-data; boundary=b', '--b\r\nbroken')).code).toBe(
    'INVALID_INPUT',
  );
});

test('the owner of the key cannot approve alone what the key requested', async () => {
  image = await buildImage();
  await setRules(app.deps.db, { connectedAccount: {} });
  const key = await newKey();
  const other = await app.newUser({ role: 'admin' });
  const { userId } = await app.newUser();
  const { id = '' } = await key.deposit(userId);
  const decision = { ids: [id], decision: 'approved' } as const;
  const held = { results: [{ id, refusal: { code: 'SECOND_APPROVAL_REQUIRED' } }] };
  expect(await key.post('/transactions/decisions', decision)).toMatchObject(held);
  const decideBy = ({ api }: SignedIn) =>
    api.review.decide({ ...decision, ids: [id], requestKey: randomUUID() });
  expect(await decideBy(admin)).toMatchObject(held);
  const { rows } = await other.api.approvals.list({ tab: 'waiting', targetId: id });
  expect(rows).toHaveLength(1);
  await other.api.approvals.confirm({ id: rows[0]?.id ?? '' });
  expect(await key.call(`/users/${userId}/balance`)).toMatchObject({ balancePaise: 50_000 });
  await expectVerified(app.deps.db);
});
