import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_NARRATION } from '#contract/statements/rules.ts';
import type { StatementReading } from '#contract/statements/schema.ts';
import { newId } from '#server/base/ids.ts';
import { verifyDatabase } from '#server/ledger/verify/verify.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import { INVENTED_PAYMENTS, inventedRows, toDelimited } from '#server/testing/statement-files.ts';
import { INVENTED_CAMT053 } from '#server/testing/statement-messages.ts';
import { upload } from '#server/testing/upload.ts';

const LINES =
  'Every import of a bank statement has the lines that it counted, and an undone one has none';
const RECORDS = 'Every import of a bank statement is as its audit records say';

let app: TestApp;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  [admin, other] = [await app.admin(), await app.newUser({ role: 'admin' })];
});
afterAll(async () => {
  await expectVerified(app.deps.db);
  await app.close();
});

const newAccount = (lastFour: string | null = null) =>
  admin.api.statements.createAccount({ name: 'Invented account', lastFour, isActive: true });

const hdfc = (payments = INVENTED_PAYMENTS) => toDelimited(inventedRows('hdfc', payments));
const QUESTION =
  'Posting Date,Details,Debit,Credit\n05/08/2026,CASH,,500.00\n06/08/2026,CASH,,5.00\n';
const UNKNOWN = 'When,Text,Out,In\n13/08/2026,CASH,,500.00\n14/08/2026,FEE,2.00,\n';

async function send(
  accountId: string,
  file: string,
  { by = admin, ...form }: { by?: SignedIn; isImport?: boolean } & Record<string, unknown> = {},
) {
  return upload(app, {
    cookie: by.cookie,
    path: '/files/statements',
    form: { accountId, fileName: 'august.csv', isImport: true, ...form },
    contentType: 'text/csv',
    body: Buffer.from(file),
  });
}

async function imported(...given: Parameters<typeof send>) {
  const { status, body } = await send(...given);
  const reading = body as StatementReading;
  if (status !== 200 || reading.kind !== 'lines') throw new Error(JSON.stringify(body));
  return reading;
}

const nameOf = async ({ userId }: SignedIn) => (await admin.api.users.get({ userId })).username;
const linesOf = async (accountId: string) =>
  (await admin.api.statements.lines({ accountId, limit: 100 })).rows;
const importOf = async (id: string | null) =>
  (await admin.api.statements.imports({ limit: 100 })).rows.find((row) => row.id === id);

test('previews a statement without storing anything', async () => {
  const { id } = await newAccount('9999');
  const preview = await imported(id, hdfc(), { isImport: false });
  expect(preview).toMatchObject({
    importId: null,
    bank: 'hdfc',
    accountNumber: 'XXXX1234',
    isOtherAccount: true,
    newLines: 6,
    knownLines: 0,
    receivedPaise: 144_500_50,
    paidPaise: 17_70,
    firstDay: '2026-08-05',
    lastDay: '2026-08-14',
    checkedBalances: 5,
    gapCount: 0,
  });
  expect(preview.lines[0]).toMatchObject({ utr: '621712345601', paise: 118_000_00 });
  expect(await linesOf(id)).toEqual([]);
});

test('stores each line of overlapping statements once, and lists the import', async () => {
  const { id } = await newAccount('1234');
  const first = await imported(id, hdfc(INVENTED_PAYMENTS.slice(0, 4)));
  expect(first).toMatchObject({ newLines: 4, knownLines: 0, isOtherAccount: false });
  const second = await imported(id, hdfc(INVENTED_PAYMENTS.slice(2)), { by: other });
  expect(second).toMatchObject({ newLines: 2, knownLines: 2 });
  expect(await imported(id, hdfc(INVENTED_PAYMENTS))).toMatchObject({ newLines: 0, knownLines: 6 });
  const lines = await linesOf(id);
  expect(lines.map(({ paise }) => paise).toSorted()).toEqual(
    INVENTED_PAYMENTS.map(({ paise }) => paise).toSorted(),
  );
  expect(await importOf(second.importId)).toMatchObject({
    newLines: 2,
    knownLines: 2,
    skippedRows: 0,
    gapCount: 0,
    undoneAt: null,
    ...{
      importedBy: await nameOf(other),
      fileName: 'august.csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect((await imported((await newAccount()).id, hdfc())).newLines).toBe(6);
});

test('stores each line of large overlapping statements once, in the order of the file', async () => {
  const { id } = await newAccount();
  const rows = Array.from({ length: 1300 }, (_, n) => `2026-08-05,PAYMENT ${n},,${n + 1}.00\n`);
  const file = (from: number, to: number) =>
    `Date,Details,Debit,Credit\n${rows.slice(from, to).join('')}`;
  expect(await imported(id, file(0, 1100))).toMatchObject({ newLines: 1100, knownLines: 0 });
  expect(await imported(id, file(900, 1300))).toMatchObject({ newLines: 200, knownLines: 200 });
  const stored = await app.deps.db.query<{ paise: number }>(
    `SELECT paise FROM statement_lines WHERE account_id = $1 ORDER BY booked_on, id`,
    [id],
  );
  expect(stored.map(({ paise }) => paise)).toEqual(rows.map((_, n) => (n + 1) * 100));
});

test('stores a text that is cut within a character, or that names one which no database stores', async () => {
  const { id } = await newAccount();
  const long = `${'N'.repeat(MAX_NARRATION - 1)}💸`;
  const file = `Date,Details,Debit,Credit\n2026-08-05,${long},,1.00\n2026-08-06,C:\\ud83d,,2.00\n`;
  await imported(id, file);
  expect((await linesOf(id)).map(({ narration }) => narration)).toEqual([
    'C:\\ud83d',
    `${'N'.repeat(MAX_NARRATION - 1)}\ufffd`,
  ]);
  const odd = INVENTED_CAMT053.replace('<Ustrd>', '<Ustrd>&#0;&#xD800;');
  expect((await imported(id, odd)).newLines).toBeGreaterThan(0);
});

test('two administrators who import overlapping statements concurrently store each line once', async () => {
  const { id } = await newAccount();
  const halves = [hdfc(INVENTED_PAYMENTS.slice(0, 4)), hdfc(INVENTED_PAYMENTS.slice(1))];
  const sent = [admin, other, admin, other].map((by, n) =>
    imported(id, halves[n % 2] ?? '', { by }),
  );
  const results = await Promise.all(sent);
  expect(results.reduce((sum, { newLines }) => sum + newLines, 0)).toBe(6);
  expect(await linesOf(id)).toHaveLength(6);
});

test('reports skipped rows and gaps with the import', async () => {
  const { id } = await newAccount();
  const [one, two, three, ...others] = INVENTED_PAYMENTS;
  if (!one || !two || !three) throw new Error('The invented statement is too short');
  const broken = hdfc([one, two, ...others]).replace('14/08/26', '32/08/26');
  const { importId } = await imported(id, broken);
  expect(await importOf(importId)).toMatchObject({
    newLines: 4,
    skippedRows: 1,
    skipped: [{ reason: 'date', text: expect.stringContaining('CASH DEPOSIT') }],
    gapCount: 2,
    gaps: [
      { expectedPaise: 152_982_80, foundPaise: 153_482_80 },
      { expectedPaise: 153_982_80, foundPaise: 154_482_80 },
    ],
  });
});

test('undoes an import once, also concurrently, and the file can be imported again', async () => {
  const { id } = await newAccount();
  const { importId } = await imported(id, hdfc());
  const undo = () => admin.api.statements.undo({ id: importId ?? '' });
  const outcomes = await Promise.allSettled([undo(), undo(), undo()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await errorCodeOf(undo())).toBe('STATEMENT_IMPORT_NOT_FOUND');
  expect(await linesOf(id)).toEqual([]);
  expect(await importOf(importId)).toMatchObject({ undoneBy: await nameOf(admin), newLines: 6 });
  expect(await imported(id, hdfc())).toMatchObject({ newLines: 6, knownLines: 0 });
});

test('returns the first import if it is sent again with its key', async () => {
  const { id } = await newAccount();
  const requestKey = newId();
  const first = await imported(id, hdfc(), { requestKey });
  expect(await imported(id, hdfc(), { requestKey })).toEqual(first);
  expect((await send(id, QUESTION, { requestKey, dateOrder: 'dmy' })).body).toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
  await admin.api.statements.undo({ id: requestKey });
  expect((await send(id, hdfc(), { requestKey })).body).toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  });
  expect(await linesOf(id)).toEqual([]);
});

test('does not undo an import while a later one found its lines', async () => {
  const { id } = await newAccount();
  const first = await imported(id, hdfc(INVENTED_PAYMENTS.slice(0, 4)));
  const second = await imported(id, hdfc());
  const undo = (one: { importId: string | null }) =>
    admin.api.statements.undo({ id: one.importId ?? '' });
  expect(await errorCodeOf(undo(first))).toBe('STATEMENT_IMPORT_FOLLOWED');
  expect(await linesOf(id)).toHaveLength(6);
  await undo(second);
  await undo(first);
  expect(await linesOf(id)).toEqual([]);
});

test.each([
  ['new_lines = new_lines + 1', 'new_lines = new_lines - 1', [LINES, RECORDS]],
  [`sha256 = 'b' || sha256`, 'sha256 = substr(sha256, 2)', [RECORDS]],
  ['imported_by = $2', 'imported_by = $3', [RECORDS]],
  ['undone_at = now(), undone_by = $2', 'undone_at = NULL, undone_by = NULL', [LINES, RECORDS]],
])('wallet verify detects a changed import: %s', async (change, revert, titles) => {
  const { id } = await newAccount();
  const { importId } = await imported(id, hdfc());
  const update = (set: string) =>
    app.deps.db.query(
      `WITH ids AS (SELECT $2::uuid, $3::uuid) UPDATE statement_imports SET ${set} WHERE id = $1`,
      [importId, other.userId, admin.userId],
    );
  await update(change);
  const broken = [];
  for await (const { title, offenders } of verifyDatabase(app.deps.db)) {
    if (offenders.length > 0) broken.push(title);
  }
  await update(revert);
  expect(broken).toEqual(titles);
});

test('returns a question about dates and stores the reply for the same headings', async () => {
  const { id } = await newAccount();
  expect((await send(id, QUESTION)).body).toEqual({
    kind: 'dates',
    samples: ['05/08/2026', '06/08/2026'],
  });
  const answered = await imported(id, QUESTION, { dateOrder: 'mdy', remember: true });
  expect(answered).toMatchObject({ firstDay: '2026-05-08', newLines: 2 });
  expect(await imported(id, QUESTION)).toMatchObject({ knownLines: 2 });
  expect((await send(id, QUESTION, { useSaved: false })).body).toMatchObject({ kind: 'dates' });
});

test('returns the rows of a table with unknown columns and stores their meaning', async () => {
  const { id } = await newAccount();
  expect((await send(id, UNKNOWN)).body).toMatchObject({ kind: 'mapping', headingRow: 0 });
  const columns = { date: 0, narration: [1], reference: [], debit: 2, credit: 3 };
  const mapping = { headingRow: 0, columns, signs: 'columns', dateOrder: 'dmy' };
  expect(await imported(id, UNKNOWN, { mapping, remember: true })).toMatchObject({ newLines: 2 });
  const shifted = UNKNOWN.split('\n')
    .map((row) => `,${row}`)
    .join('\n');
  expect(await imported(id, shifted)).toMatchObject({ knownLines: 2 });
});

test.each([
  ['%PDF-1.7', 400, { code: 'STATEMENT_UNREADABLE', data: { fault: 'pdf', row: null } }],
  ['', 400, { code: 'STATEMENT_REQUIRED' }],
  [`${UNKNOWN}${'1,'.repeat(1000)}`, 400, { data: { fault: 'tooManyColumns', row: 4 } }],
  ['x'.repeat(17 * 1024 * 1024), 413, { code: 'STATEMENT_TOO_LARGE' }],
])('refuses a file that cannot be read: %#', async (file, status, body) => {
  const { id } = await newAccount();
  expect(await send(id, file)).toMatchObject({ status, body });
});

test('refuses an account that is unknown or not in use', async () => {
  const { id } = await newAccount();
  await admin.api.statements.updateAccount({ id, isActive: false });
  for (const accountId of [id, admin.userId]) {
    expect(await send(accountId, hdfc())).toMatchObject({
      body: { code: 'STATEMENT_ACCOUNT_NOT_FOUND' },
    });
  }
});

test('filters lines and returns them in pages, newest first', async () => {
  const { id } = await newAccount();
  await imported(id, hdfc());
  const lines = (filters: object) =>
    admin.api.statements.lines({ accountId: id, limit: 100, ...filters });
  expect((await lines({ direction: 'paid' })).rows).toMatchObject([{ paise: -17_70 }]);
  expect((await lines({ search: '621712345601' })).rows).toMatchObject([{ paise: 118_000_00 }]);
  expect((await lines({ search: 'dep-1785900000123' })).rows).toHaveLength(1);
  expect((await lines({ search: '100%' })).rows).toEqual([]);
  expect((await lines({ minPaise: 118_000_00, maxPaise: 118_000_00 })).rows).toHaveLength(1);
  expect((await lines({ maxPaise: 17_70, direction: 'paid' })).rows).toMatchObject([
    { paise: -17_70 },
  ]);
  expect((await lines({ from: '2026-08-06', to: '2026-08-13' })).rows).toHaveLength(2);
  const page = await lines({ limit: 4 });
  const rest = await lines({ limit: 4, cursor: page.nextCursor });
  const days = [...page.rows, ...rest.rows].map(({ bookedOn }) => bookedOn);
  expect([days.length, days]).toEqual([6, days.toSorted().toReversed()]);
  expect(rest.nextCursor).toBeUndefined();
});
