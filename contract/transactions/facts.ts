import { DEFAULT_PAYMENT_METHOD } from './rules.ts';
import type { OwnTransactionDetails, PassbookRow, TransactionDetails } from './schema.ts';

type Fields = TransactionDetails & OwnTransactionDetails & PassbookRow;

type FieldOf<Value> = {
  [Name in keyof Fields]: Fields[Name] extends Value ? Name : never;
}[keyof Fields];

/** The fields that each kind of fact reads. Web and CSV files have one way to write each kind. */
interface FieldsOfKinds {
  text: readonly [FieldOf<string | null>];
  money: readonly [FieldOf<number>];
  date: readonly [FieldOf<Date>];
  status: readonly ['status', 'isCancelled'];
  type: readonly ['type'];
  paymentMethod: readonly ['paymentMethod', 'kind'];
  bankAccount: readonly ['bankName', 'maskedAccountNumber'];
  accountNumber: readonly ['maskedAccountNumber'];
  source: readonly ['sourceName'];
  notes: readonly ['userNotes', 'adminNotes'];
}
export type FactKind = keyof FieldsOfKinds;

export type Fact = {
  [Kind in FactKind]: {
    /** English, and the key in the catalogues. */
    label: string;
    kind: Kind;
    fields: FieldsOfKinds[Kind];
    /** The name of the copy button in details; without it, there is no button. */
    copy?: 'reference' | 'transactionId' | 'amount' | 'utr';
  };
}[FactKind];

/** All facts of a transaction. Where each is shown, and in which order: `PLACES`. */
const FACTS = {
  id: { label: 'Transaction ID', kind: 'text', fields: ['id'], copy: 'transactionId' },
  reference: { label: 'Reference', kind: 'text', fields: ['referenceId'], copy: 'reference' },
  user: { label: 'User', kind: 'text', fields: ['userName'] },
  userId: { label: 'User ID', kind: 'text', fields: ['userId'] },
  amount: { label: 'Amount', kind: 'money', fields: ['amountPaise'] },
  amountToCopy: { label: 'Amount', kind: 'money', fields: ['amountPaise'], copy: 'amount' },
  status: { label: 'Status', kind: 'status', fields: ['status', 'isCancelled'] },
  date: { label: 'Date', kind: 'date', fields: ['createdAt'] },
  type: { label: 'Type', kind: 'type', fields: ['type'] },
  paymentMethod: {
    label: 'Payment Method',
    kind: 'paymentMethod',
    fields: ['paymentMethod', 'kind'],
  },
  utr: { label: 'UTR / reference number', kind: 'text', fields: ['utr'], copy: 'utr' },
  bankAccount: {
    label: 'Bank Account',
    kind: 'bankAccount',
    fields: ['bankName', 'maskedAccountNumber'],
  },
  bankName: { label: 'Bank Account', kind: 'text', fields: ['bankName'] },
  accountNumber: {
    label: 'Account number',
    kind: 'accountNumber',
    fields: ['maskedAccountNumber'],
  },
  accountHolder: { label: 'Account holder', kind: 'text', fields: ['accountHolderName'] },
  ifscCode: { label: 'IFSC code', kind: 'text', fields: ['ifscCode'] },
  source: { label: 'Source', kind: 'source', fields: ['sourceName'] },
  notes: { label: 'Notes', kind: 'notes', fields: ['userNotes', 'adminNotes'] },
  balance: { label: 'Balance', kind: 'money', fields: ['runningBalancePaise'] },
} as const satisfies Record<string, Fact>;
export type FactName = keyof typeof FACTS;

interface Entry {
  fact: FactName;
  label?: string;
  /** Shown if there is no value. Without it, details omit the fact, and a CSV file has an empty cell. */
  ifEmpty?: string;
  /** The only transactions that have the fact in this place. `account`: those with a bank account. */
  only?: 'deposit' | 'withdrawal' | 'account' | 'noAccount';
}

const facts = <const Names extends readonly FactName[]>(...names: Names) =>
  names.map((fact) => ({ fact })) as { [Index in keyof Names]: { fact: Names[Index] } };

const PAYMENT = [
  { fact: 'paymentMethod', only: 'deposit' },
  { fact: 'utr', only: 'deposit' },
  { fact: 'bankAccount', only: 'withdrawal', ifEmpty: 'No Bank Account Information' },
] as const;

const DETAILS = {
  own: [
    ...facts('reference', 'type'),
    { fact: 'paymentMethod', only: 'noAccount' },
    { fact: 'utr', only: 'noAccount' },
    { fact: 'bankName', only: 'account' },
    { fact: 'accountNumber', only: 'account' },
    { fact: 'accountHolder', only: 'account' },
    { fact: 'ifscCode', only: 'account' },
  ],
  admin: [
    ...facts(
      'id',
      'reference',
      'amountToCopy',
      'user',
      'status',
      'date',
      'type',
      'paymentMethod',
      'utr',
    ),
    { fact: 'source', ifEmpty: 'None' },
  ],
  receipt: [
    ...facts('reference', 'user', 'amount', 'date'),
    ...PAYMENT,
    ...facts('status', 'source'),
  ],
  withdrawal: [
    ...facts('reference', 'user', 'amountToCopy', 'status'),
    { fact: 'date', label: 'Created' },
  ],
  decision: [...facts('user', 'amount', 'date'), ...PAYMENT],
  /** In the order in which reviewers compare them with the receipt, after the amount. */
  desk: [
    { fact: 'utr', label: 'UTR', only: 'deposit' },
    ...facts('reference', 'date', 'user'),
    { fact: 'paymentMethod', only: 'deposit' },
  ],
} as const satisfies Record<string, readonly Entry[]>;

const ID = { fact: 'id', label: 'ID' } as const;

const TABLES = {
  transactions: [
    ID,
    ...facts('user', 'type', 'amount', 'status', 'date', 'paymentMethod', 'source'),
  ],
  deposits: [ID, ...facts('user', 'amount', 'date', 'paymentMethod', 'status', 'source')],
  withdrawals: [ID, ...facts('user', 'amount', 'date', 'bankAccount', 'status')],
} as const satisfies Record<string, readonly Entry[]>;

/** Columns of exported files, as in section 9 of the specification. */
const FILES = {
  passbookCsv: [
    ...facts('date'),
    { fact: 'reference', label: 'Transaction ID' },
    ...facts('type', 'amount', 'status'),
    { fact: 'paymentMethod', ifEmpty: 'N/A' },
    { fact: 'notes', ifEmpty: 'N/A' },
    ...facts('balance', 'utr'),
  ],
  transactionsCsv: [
    ...facts('date'),
    { fact: 'reference', label: 'Reference ID' },
    { fact: 'user', label: 'User Name' },
    ...facts('userId', 'type', 'amount', 'status'),
    { fact: 'paymentMethod', ifEmpty: DEFAULT_PAYMENT_METHOD },
    ...facts('source', 'notes', 'utr'),
  ],
} as const satisfies Record<string, readonly Entry[]>;

const PLACES = { ...DETAILS, ...TABLES, ...FILES };

export type DetailsPlace = keyof typeof DETAILS;
export type TablePlace = keyof typeof TABLES;
export type FilePlace = keyof typeof FILES;
type Place = keyof typeof PLACES;

type FieldIn<In extends Place> =
  (typeof FACTS)[(typeof PLACES)[In][number]['fact']]['fields'][number];
export type FactsRow<In extends Place> = Pick<Fields, FieldIn<In>>;
/** The fields that decide whether a transaction has a fact. */
export type ConditionFields = Pick<Fields, 'type' | 'maskedAccountNumber'>;
/** A transaction of which only the fields of the current fact are known to exist. */
export type FactFields = Partial<Fields>;

export type PlacedFact = Fact & Entry & Pick<Fact, 'label'>;

export function listFacts(place: Place): PlacedFact[] {
  return PLACES[place].map((entry: Entry) => ({ ...FACTS[entry.fact], ...entry }));
}

export function hasFact(
  { only }: PlacedFact,
  { type, maskedAccountNumber }: ConditionFields,
): boolean {
  if (only === undefined || only === type) return true;
  return only === (maskedAccountNumber ? 'account' : 'noAccount');
}

export function isEmptyFact(fact: Fact, row: FactFields): boolean {
  return fact.fields.every((name) => (row[name] ?? '') === '');
}

export function listFields<In extends Place>(place: In): FieldIn<In>[] {
  const fields = listFacts(place).flatMap((fact) => [...fact.fields]);
  return [...new Set(fields)] as FieldIn<In>[]; // The type lists the same fields as PLACES.
}

export function listScreenTexts(): string[] {
  const places = [...Object.keys(DETAILS), ...Object.keys(TABLES)] as Place[];
  return places.flatMap(listFacts).flatMap(({ label, ifEmpty }) => [label, ifEmpty ?? []].flat());
}
