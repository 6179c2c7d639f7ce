import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StatementReading } from '#contract/statements/schema.ts';
import { newId } from '#server/base/ids.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import {
  INVENTED_LAYOUTS,
  INVENTED_PAYMENTS,
  type InventedPayment,
  inventedRows,
  toDelimited,
  toWorkbook,
} from '#server/testing/statement-files.ts';
import { toCamt053, toMt940 } from '#server/testing/statement-messages.ts';
import { upload } from '#server/testing/upload.ts';

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

const newAccount = async () =>
  (await admin.api.statements.createAccount({ name: newId(), lastFour: null, isActive: true })).id;
const csv = (bank: string, payments = INVENTED_PAYMENTS) =>
  toDelimited(inventedRows(bank, payments));

async function send(
  accountId: string,
  file: string | Buffer,
  { by = admin, ...form }: { by?: SignedIn; isImport?: boolean; overlap?: object } = {},
): Promise<StatementReading> {
  const { status, body } = await upload(app, {
    cookie: by.cookie,
    path: '/files/statements',
    contentType: 'text/csv',
    form: { accountId, fileName: 'august', isImport: true, ...form },
    body: Buffer.from(file),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as StatementReading;
}

async function asked(...given: Parameters<typeof send>) {
  const reading = await send(...given);
  if (reading.kind !== 'overlap') throw new Error(JSON.stringify(reading));
  return reading;
}

const importOf = async (reading: StatementReading) => {
  const { rows } = await admin.api.statements.imports({ limit: 100 });
  return rows.find(({ id }) => 'importId' in reading && id === reading.importId);
};
const amountsOf = async (accountId: string) => {
  const { rows } = await admin.api.statements.lines({ accountId, limit: 100 });
  return rows.map(({ paise }) => paise).toSorted();
};
const AMOUNTS = INVENTED_PAYMENTS.map(({ paise }) => paise).toSorted();
const withUtr = INVENTED_PAYMENTS.filter(({ reference }) => reference !== '');

test.each(Object.keys(INVENTED_LAYOUTS).filter((bank) => bank !== 'hdfc'))(
  'knows the lines of another layout and wording by UTR and balance: %s',
  async (bank) => {
    const accountId = await newAccount();
    await send(accountId, csv('hdfc'));
    const reworded = INVENTED_PAYMENTS.map((payment) => ({
      ...payment,
      narration: `TRF ${payment.narration}`,
    }));
    const reading = await send(accountId, csv(bank, reworded));
    expect(reading).toMatchObject({ newLines: 0, knownLines: 6, recognizedLines: 3 });
    const text = expect.stringContaining('TRF CASH DEPOSIT');
    expect((await importOf(reading))?.recognized).toEqual(
      expect.arrayContaining([{ row: expect.any(Number), reason: 'balance', text }]),
    );
    expect(await amountsOf(accountId)).toEqual(AMOUNTS);
  },
);

const formats: [string, (payments: InventedPayment[]) => string | Buffer][] = [
  ['csv', (payments) => csv('sbi', payments)],
  ['xlsx', (payments) => toWorkbook(inventedRows('icici', payments), 'xlsx')],
  ['mt940', toMt940],
  ['camt053', toCamt053],
];
const pairs = formats.flatMap((one) =>
  formats.flatMap((next) => (one === next ? [] : [[one, next] as const])),
);

test.each(pairs.map(([one, next]) => [one[0], next[0], one[1], next[1]] as const))(
  'stores a day that is imported as %s and as %s once',
  async (_one, _next, write, writeNext) => {
    const accountId = await newAccount();
    const first = await send(accountId, write(withUtr.slice(0, 2)));
    expect(first).toMatchObject({ newLines: 2 });
    const both = await send(accountId, writeNext(withUtr));
    expect(both).toMatchObject({ newLines: 1, knownLines: 2 });
    expect(await send(accountId, write(withUtr))).toMatchObject({ newLines: 0, knownLines: 3 });
    expect(await amountsOf(accountId)).toEqual(withUtr.map(({ paise }) => paise).toSorted());
  },
);

test('returns a question about lines with the same day and amount only, and stores the reply', async () => {
  const accountId = await newAccount();
  const first = await send(accountId, csv('hdfc'));
  const question = await asked(accountId, toMt940(INVENTED_PAYMENTS));
  expect(question.count).toBe(3);
  expect(question.pairs.map(({ line, stored }) => [line.narration, stored.narration])).toEqual([
    ['CHARGES, SMS "QUARTERLY"', 'CHARGES, SMS "QUARTERLY"'],
    ...[1, 2].map(() => ['CASH DEPOSIT', 'CASH DEPOSIT']),
  ]);
  expect(await amountsOf(accountId)).toEqual(AMOUNTS);
  const { digest } = question;
  const preview = await send(accountId, toMt940(INVENTED_PAYMENTS), {
    isImport: false,
    overlap: { digest, answer: 'same' },
  });
  expect(preview).toMatchObject({ newLines: 0, knownLines: 6 });
  const overlap = { digest, answer: 'same' };
  const second = await send(accountId, toMt940(INVENTED_PAYMENTS), { overlap });
  expect((await importOf(second))?.recognized.map(({ reason }) => reason).toSorted()).toEqual([
    ...['person', 'person', 'person', 'utr', 'utr', 'utr'],
  ]);
  expect(await send(accountId, toMt940(INVENTED_PAYMENTS))).toMatchObject({ knownLines: 6 });
  expect(await amountsOf(accountId)).toEqual(AMOUNTS);
  const undo = (reading: StatementReading) =>
    admin.api.statements.undo({ id: ('importId' in reading && reading.importId) || '' });
  expect(await errorCodeOf(undo(first))).toBe('STATEMENT_IMPORT_FOLLOWED');
});

test('stores lines that are other payments, also some of those in the question', async () => {
  const accountId = await newAccount();
  await send(accountId, csv('hdfc'));
  const { digest } = await asked(accountId, toCamt053(INVENTED_PAYMENTS));
  const overlap = { digest, answer: 'same', exceptPairs: [2] };
  expect(await send(accountId, toCamt053(INVENTED_PAYMENTS), { overlap })).toMatchObject({
    newLines: 1,
    knownLines: 5,
  });
  expect(await amountsOf(accountId)).toEqual([...AMOUNTS, 500_00].toSorted());
  const apart = await newAccount();
  await send(apart, csv('hdfc'));
  const all = await asked(apart, toCamt053(INVENTED_PAYMENTS));
  const reply = { digest: all.digest, answer: 'other' };
  expect(await send(apart, toCamt053(INVENTED_PAYMENTS), { overlap: reply })).toMatchObject({
    newLines: 3,
    knownLines: 3,
  });
});

test('a stored line explains one line of a file, and the question is repeated if the lines have changed', async () => {
  const accountId = await newAccount();
  const [, , , , cash] = INVENTED_PAYMENTS;
  if (!cash) throw new Error('The invented statement is too short');
  await send(accountId, csv('hdfc', [cash]));
  const { digest, count } = await asked(accountId, toMt940([cash, cash]));
  expect(count).toBe(2);
  const overlap = { digest, answer: 'same' };
  expect(await asked(accountId, toMt940([cash, cash, cash]), { overlap })).toMatchObject({
    count: 3,
  });
  expect(await send(accountId, toMt940([cash, cash]), { overlap })).toMatchObject({
    newLines: 1,
    knownLines: 1,
  });
});

test('returns a question about equal balances of payments with different numbers', async () => {
  const accountId = await newAccount();
  const [payment] = withUtr;
  if (!payment) throw new Error('The invented statement is too short');
  await send(accountId, csv('hdfc', [payment]));
  const [reference, next] = ['621712345601', '621712345699'];
  const twin = {
    ...payment,
    reference: next,
    narration: payment.narration.replace(reference, next),
  };
  expect(await asked(accountId, csv('sbi', [twin]))).toMatchObject({
    ...{ count: 1, pairs: [{ line: { utr: next }, stored: { utr: reference } }] },
  });
  // The next day it is another payment.
  const later = { ...twin, day: ['2026', '08', '06'] as [string, string, string] };
  expect(await send(accountId, csv('sbi', [later]))).toMatchObject({ newLines: 1 });
});

test('two administrators who import a day in two formats concurrently store each line once', async () => {
  const accountId = await newAccount();
  const files = [csv('hdfc', withUtr), toMt940(withUtr), toCamt053(withUtr), csv('sbi', withUtr)];
  const readings = await Promise.all(
    files.map((file, n) => send(accountId, file, { by: n % 2 === 0 ? admin : other })),
  );
  expect(readings.map((one) => 'newLines' in one && one.newLines).toSorted()).toEqual([0, 0, 0, 3]);
  expect(await amountsOf(accountId)).toHaveLength(3);
});

test('an import that only found lines can be undone, and then the one that stored them', async () => {
  const accountId = await newAccount();
  const [first, second] = [
    await send(accountId, csv('hdfc', withUtr)),
    await send(accountId, toMt940(withUtr)),
  ];
  for (const reading of [second, first]) {
    await admin.api.statements.undo({ id: ('importId' in reading && reading.importId) || '' });
  }
  expect(await amountsOf(accountId)).toEqual([]);
  expect(await send(accountId, toMt940(withUtr))).toMatchObject({ newLines: 3, knownLines: 0 });
});
