import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adminTransactionFilters } from '#contract/transactions/schema.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';
import { exportTransactions } from './search-csv.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn & { username: string };
let image: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = await Promise.all([app.admin(), app.newUser()]);
  image = await buildImage();
});
afterEach(() => expectVerified(app.deps.db, { withoutRecords: true }));
afterAll(() => app.close());

const key = () => randomUUID();

const deposit = (changes: object = {}) => makeDeposit(app, { cookie: user.cookie, image }, changes);

async function exported(query: string, cookie = admin.cookie) {
  const response = await fetch(`${app.baseUrl}/files/transactions.csv${query}`, {
    headers: { cookie },
  });
  return { response, text: await response.text() };
}

test('the transactions export contains all matching rows, with spreadsheet formulas escaped', {
  tags: 'section-9',
}, async () => {
  const paymentMethod = `=A1+"${key().slice(0, 8)}"`;
  const utr = '632628601452';
  await deposit({ paymentMethod, utr, notes: '+1, "two"\nthree' });
  const { response, text } = await exported(`?search=${encodeURIComponent(paymentMethod)}`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="transactions_\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [header, row, ...rest] = text.split('\r\n');
  expect(header).toBe(
    '\uFEFFDate,Reference ID,User Name,User ID,Type,Amount,Status,Payment Method,Source,Notes,UTR / reference number'.slice(
      text.startsWith('\uFEFF') ? 0 : 1,
    ),
  );
  expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,DEP-\d{13},/);
  expect(row).toContain(`${user.username},${user.userId},deposit,10.00,pending,`);
  expect(row).toContain(`"'${paymentMethod.replaceAll('"', '""')}",,"'+1, ""two""\nthree",${utr}`);
  expect(rest).toEqual(['']);
});

test('the transactions export of several batches is complete and in order', async () => {
  const { userId } = await app.newUser();
  await app.deps.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, receipt_url, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'deposit', 100, 'DEP-17' || n, '/r', moment, moment
     FROM generate_series(1, 3500) n CROSS JOIN LATERAL (SELECT timestamptz '2025-01-01Z' + n * interval '1 s' AS moment) m`,
    [userId],
  );
  // With the filters of one index scan, and of several.
  for (const query of ['?status=pending&type=deposit', '?type=deposit', '?']) {
    const { text } = await exported(`${query}&to=2025-12-31`);
    const references = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]);
    expect(references).toEqual(Array.from({ length: 3500 }, (_, n) => `DEP-17${3500 - n}`));
  }
});

test('the transactions export yields its first part before the search is complete, even without a match', async () => {
  const filters = adminTransactionFilters.parse({ search: 'no such thing', type: 'deposit' });
  const parts = exportTransactions(app.deps, filters);
  await parts.next();
  expect(await parts.next()).toEqual({ done: false, value: '' });
  expect(await parts.next()).toEqual({ done: true, value: undefined });
});

test('the transactions export refuses invalid filters and callers who are not administrators', async () => {
  const bad = await exported('?status=lost');
  expect(bad.response.status).toBe(422);
  expect((await exported('', user.cookie)).response.status).toBe(403);
  expect((await exported('', '')).response.status).toBe(401);
});

test('the search finds a transaction by its reference and returns the columns for administrators', async () => {
  const { referenceId } = await deposit();
  const { rows, total } = await admin.api.transactions.search({ search: referenceId });
  expect({ total, rows }).toMatchObject({
    total: 1,
    rows: [{ referenceId, userName: user.username, status: 'pending' }],
  });
  expect(await errorCodeOf(admin.api.transactions.search({ cursor: 'x' }))).toBe('INVALID_INPUT');
  expect(await errorCodeOf(admin.api.transactions.search({ from: 'today' }))).toBe('INVALID_INPUT');
});
