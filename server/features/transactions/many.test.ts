import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { transactionId } from '#contract/base.ts';
import { MAX_DECISIONS_AT_ONCE } from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { buildDepositForm, buildImage, upload } from '#server/testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn & { username: string };
let image: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = await Promise.all([app.admin(), app.newUser()]);
  image = await buildImage();
});
afterEach(() => expectVerified(app.deps.db));
afterAll(() => app.close());

const NOWHERE = transactionId.parse('01890000-0000-7000-8000-000000000000');
const key = () => randomUUID();

async function deposit(changes: object = {}): Promise<OwnTransaction> {
  const form = buildDepositForm({ amount: '10', ...changes });
  const { cookie } = user;
  const { status, body } = await upload(app, {
    cookie,
    path: '/files/deposits',
    form,
    body: image,
  });
  expect(status).toBe(200);
  return body as OwnTransaction;
}

async function deposits(count: number) {
  const made: OwnTransaction[] = [];
  for (let n = 0; n < count; n += 1) made.push(await deposit());
  return made.map(({ id }) => id);
}

async function balance(): Promise<number> {
  return (await user.api.balances.current()).balancePaise;
}

test('many are approved at once, each with its own result', async () => {
  const [first, second, decided] = await deposits(3);
  if (!first || !second || !decided) throw new Error('Three deposits were made');
  await admin.api.transactions.reject({ id: decided, requestKey: key() });
  const before = await balance();
  const [source] = await admin.api.sources.listActive();
  const { results } = await admin.api.transactions.approveMany({
    ids: [first, decided, NOWHERE, second, first],
    sourceId: source?.id,
    notes: 'batch of Monday',
    requestKey: key(),
  });
  expect(results).toEqual([
    { id: first, outcome: 'decided' },
    { id: decided, outcome: 'alreadyDecided', status: 'rejected', decidedBy: 'admin' },
    { id: NOWHERE, outcome: 'notFound' },
    { id: second, outcome: 'decided' },
  ]);
  expect(await balance()).toBe(before + 2000);
  expect(await admin.api.transactions.get({ id: second })).toMatchObject({
    ...{ status: 'approved', adminNotes: 'batch of Monday', sourceName: source?.name },
  });
});

test('many are rejected at once; sent again it has no further effect and answers the same', async () => {
  const ids = await deposits(2);
  const request = { ids, notes: 'no receipt', requestKey: key() };
  const { results } = await admin.api.transactions.rejectMany(request);
  expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'decided']);
  const count = async () => (await user.api.notifications.list({})).totalCount;
  const told = await count();
  expect(await admin.api.transactions.rejectMany(request)).toEqual({ results });
  expect(await count()).toBe(told);
  const again = await admin.api.transactions.approveMany({ ids, requestKey: key() });
  expect(again.results.map(({ outcome }) => outcome)).toEqual(['alreadyDecided', 'alreadyDecided']);
});

test('two administrators with overlapping lists decide each request once', async () => {
  const second = await app.newUser({ role: 'admin' });
  const ids = await deposits(6);
  const before = await balance();
  const lists = await Promise.all([
    admin.api.transactions.approveMany({ ids, requestKey: key() }),
    second.api.transactions.rejectMany({ ids: [...ids].reverse(), requestKey: key() }),
    second.api.transactions.approveMany({ ids: ids.slice(2), requestKey: key() }),
  ]);
  const decided = lists.flatMap(({ results }) => results.filter((r) => r.outcome === 'decided'));
  expect(decided.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const rows = await Promise.all(ids.map((id) => admin.api.transactions.get({ id })));
  const approved = rows.filter(({ status }) => status === 'approved').length;
  expect(await balance()).toBe(before + approved * 1000);
});

test('what the list itself gets wrong decides nothing', async () => {
  const ids = await deposits(1);
  const calls = [
    admin.api.transactions.approveMany({ ids: [], requestKey: key() }),
    admin.api.transactions.approveMany({
      ids: Array(MAX_DECISIONS_AT_ONCE + 1).fill(ids[0]),
      requestKey: key(),
    }),
    admin.api.transactions.rejectMany({ ids, notes: 'x'.repeat(1001), requestKey: key() }),
  ];
  expect(await Promise.all(calls.map(errorCodeOf))).toEqual(Array(3).fill('INVALID_INPUT'));
  const sourceId = NOWHERE;
  const lost = admin.api.transactions.approveMany({ ids, sourceId, requestKey: key() });
  expect(await errorCodeOf(lost)).toBe('SOURCE_NOT_FOUND');
  expect(await errorCodeOf(user.api.transactions.approveMany({ ids, requestKey: key() }))).toBe(
    'ADMIN_REQUIRED',
  );
  const [id] = ids;
  if (!id) throw new Error('A deposit was made');
  expect((await admin.api.transactions.get({ id })).status).toBe('pending');
});

async function exported(query: string, cookie = admin.cookie) {
  const response = await fetch(`${app.baseUrl}/files/transactions.csv${query}`, {
    headers: { cookie },
  });
  return { response, text: await response.text() };
}

test('the export holds all rows that match, with formulas made inert', async () => {
  const paymentMethod = `=A1+"${key().slice(0, 8)}"`;
  await deposit({ paymentMethod, notes: '+1, "two"\nthree' });
  const { response, text } = await exported(`?search=${encodeURIComponent(paymentMethod)}`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="transactions_\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [header, row, ...rest] = text.split('\r\n');
  expect(header).toBe(
    '\uFEFFDate,Reference ID,User Name,User ID,Type,Amount,Status,Payment Method,Source,Notes'.slice(
      text.startsWith('\uFEFF') ? 0 : 1,
    ),
  );
  expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,DEP-\d{13},/);
  expect(row).toContain(`${user.username},${user.userId},deposit,10.00,pending,`);
  expect(row).toContain(`"'${paymentMethod.replaceAll('"', '""')}",,"'+1, ""two""\nthree"`);
  expect(rest).toEqual(['']);
});

test('an export longer than a batch is whole, and in order', async () => {
  const { userId } = await app.newUser();
  await app.deps.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, receipt_url, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'deposit', 100, 'DEP-17' || n, '/r', moment, moment
     FROM generate_series(1, 2500) n CROSS JOIN LATERAL (SELECT timestamptz '2025-01-01Z' + n * interval '1 s' AS moment) m`,
    [userId],
  );
  const { text } = await exported('?status=pending&type=deposit&to=2025-12-31');
  const references = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1]);
  expect(references).toEqual(Array.from({ length: 2500 }, (_, n) => `DEP-17${2500 - n}`));
});

test('an export of nonsense or by others is refused', async () => {
  const bad = await exported('?status=lost');
  expect(bad.response.status).toBe(422);
  expect((await exported('', user.cookie)).response.status).toBe(403);
  expect((await exported('', '')).response.status).toBe(401);
});

test('everything is searched with what administrators see', async () => {
  const { referenceId } = await deposit();
  const { rows, total } = await admin.api.transactions.search({ search: referenceId });
  expect({ total, rows }).toMatchObject({
    total: 1,
    rows: [{ referenceId, userName: user.username, status: 'pending' }],
  });
  expect(await errorCodeOf(admin.api.transactions.search({ cursor: 'x' }))).toBe('INVALID_INPUT');
  expect(await errorCodeOf(admin.api.transactions.search({ from: 'today' }))).toBe('INVALID_INPUT');
});
