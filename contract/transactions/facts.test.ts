import { expect, test } from 'vitest';
import { hasFact, isEmptyFact, listFacts, listFields, listScreenTexts } from './facts.ts';
import { ownTransactionDetails, passbookRow, transactionDetails } from './schema.ts';

/** Fields that no list of facts shows, and what shows them. */
const ELSEWHERE: Record<string, string> = {
  reason: 'the notes, in the language of the reader',
  updatedAt: 'nothing',
  receiptUrl: 'the picture next to the facts',
  receiptReplacedAt: 'the alert about replaced receipts',
  replacedReceipts: 'the alert about replaced receipts',
  decidedBy: 'the line about the decision',
  decidedAt: 'the line about the decision',
  warnings: 'the alert above the facts',
  beneficiary: 'the list of the bank account',
};

const PLACES = [
  ...(['own', 'admin', 'receipt', 'withdrawal', 'decision', 'desk'] as const),
  ...(['transactions', 'deposits', 'withdrawals', 'passbookCsv', 'transactionsCsv'] as const),
];

test('every field of a transaction in the contract is a fact, or is shown elsewhere', () => {
  const schemas = [transactionDetails, ownTransactionDetails, passbookRow];
  const fields = new Set(schemas.flatMap(({ shape }) => Object.keys(shape)));
  const listed = new Set<string>(PLACES.flatMap((place) => listFields(place)));
  expect([...fields].filter((name) => !listed.has(name)).sort()).toEqual(
    Object.keys(ELSEWHERE).sort(),
  );
});

test('the exports have the specified columns in order', { tags: 'section-9' }, () => {
  const headerOf = (place: 'passbookCsv' | 'transactionsCsv') =>
    listFacts(place)
      .map(({ label }) => label)
      .join(', ');
  expect(headerOf('transactionsCsv')).toBe(
    'Date, Reference ID, User Name, User ID, Type, Amount, Status, Payment Method, Source, Notes, UTR / reference number',
  );
  expect(headerOf('passbookCsv')).toBe(
    'Date, Transaction ID, Type, Amount, Status, Payment Method, Notes, Balance, UTR / reference number',
  );
});

test('a request has a payment method or a bank account, by its type', () => {
  const labelsOf = (type: 'deposit' | 'withdrawal', maskedAccountNumber: string | null) =>
    listFacts('decision')
      .filter((fact) => hasFact(fact, { type, maskedAccountNumber }))
      .map(({ label }) => label);
  expect(labelsOf('deposit', null)).toEqual([
    'User',
    'Amount',
    'Date',
    'Payment Method',
    'UTR / reference number',
  ]);
  expect(labelsOf('withdrawal', '••1234')).toEqual(['User', 'Amount', 'Date', 'Bank Account']);
});

test("an owner sees the bank account of a withdrawal, and an adjustment's payment method", () => {
  const labelsOf = (maskedAccountNumber: string | null) =>
    listFacts('own')
      .filter((fact) => hasFact(fact, { type: 'withdrawal', maskedAccountNumber }))
      .map(({ label }) => label)
      .slice(2);
  expect(labelsOf(null)).toEqual(['Payment Method', 'UTR / reference number']);
  expect(labelsOf('••1234')).toEqual([
    ...['Bank Account', 'Account number', 'Account holder', 'IFSC code'],
  ]);
});

test('a fact is empty if all fields that it reads are empty', () => {
  const [source] = listFacts('admin').filter(({ fact }) => fact === 'source');
  const [bankAccount] = listFacts('decision').filter(({ fact }) => fact === 'bankAccount');
  if (!source || !bankAccount) throw new Error('A fact is missing');
  expect(isEmptyFact(source, { sourceName: null })).toBe(true);
  expect(isEmptyFact(source, { sourceName: 'UPI' })).toBe(false);
  expect(isEmptyFact(bankAccount, { bankName: '', maskedAccountNumber: null })).toBe(true);
  expect(isEmptyFact(bankAccount, { bankName: '', maskedAccountNumber: '1' })).toBe(false);
});

test('the catalogues get the texts of screens, and none of the files', () => {
  const texts = listScreenTexts();
  expect(texts).toEqual(expect.arrayContaining(['Created', 'None', 'Payment Method', 'ID']));
  expect(texts).not.toContain('Reference ID');
  expect(texts).not.toContain('N/A');
});
