import { createHash } from 'node:crypto';
import type {
  AmountSigns,
  SavedMapping,
  StatementBank,
  StatementColumns,
} from '../../contract/statements/rules.ts';

/** How the cells of a row are read. */
export interface Layout {
  columns: StatementColumns;
  /** Undefined if a single column of amounts has no column with Dr or Cr. */
  signs: AmountSigns | undefined;
  /** Number of columns with a heading. */
  width: number;
  bank: StatementBank | null;
  fingerprint: string;
  /** Indexes of the columns with a heading. */
  positions: number[];
  saved?: SavedMapping;
}

type Role =
  | 'date'
  | 'valueDate'
  | 'narration'
  | 'reference'
  | 'transactionId'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'sign'
  | 'balance'
  | 'currency';

/** Headings without blanks, punctuation and currency, in order of preference. */
const HEADINGS: Record<Role, string> = {
  date: `transactiondate txndate trandate transdate trndate date datevaluedate transactiondatetime txndatetime
    transactiondateandtime dateandtime datetime transactiontime txntime transactionposteddate posteddate postingdate postdate bookingdate
    bookdate entrydate txndt trandt transactiondt postdt dt दिनांक तारीख लेनदेनतिथि`,
  valueDate: 'valuedate valuedt valdate effectivedate',
  narration: `narration narrative naration transactionnarration description transactiondescription
    descriptionnarration particulars particular transactionparticulars transactionremarks transactiondetails
    paymentdetails details remarks remark bookingtext text transaction desc
    transactiondesc txndesc narrationremarks remarksnarration particularsnarration विवरण`,
  reference: `utr utrno utrnumber rrn rrnno chqrefno chqrefnumber refnochequeno refnochqno referenceno
    referencenumber refno refnumber reference bankreference customerreference chqno chqnumber chequeno chequenumber
    chequerefno chequenorefno chequereferenceno chequenoreferenceno chequereference instrumentid instrumentno
    instrumentnumber instrno instnum chqddno chequeddno utrrrn refchequeno संदर्भसंख्या चेकसंख्या`,
  transactionId: `transactionid txnid tranid transid trnid banktransactionid transactionno transactionnumber txnno
    trnno journalno`,
  debit: `withdrawalamt withdrawalamount withdrawals withdrawal withdrawaldr withdrawalamountdr withdrawldr debit debits
    debitamount debitamt debitdr dr dramount dramt amountdebited paidout moneyout payments
    amountdr amountwithdrawn withdrawn debitwithdrawal withdrawaldebit paid amountpaid outflow moneysent
    withdrawl withdrawls withdrawlamt withdrawlamount withdrawlsamt नामे निकासी आहरण`,
  credit: `depositamt depositamount deposits deposit depositcr depositamountcr credit credits creditamount creditamt
    amountcr amountdeposited deposited creditdeposit depositcredit received amountreceived inflow moneyreceived
    creditcr cr cramount cramt amountcredited paidin moneyin receipts जमा`,
  amount: 'amount transactionamount txnamount tranamount trnamount amt',
  sign: `drcr crdr drorcr crordr debitcredit creditdebit dc cd drcrindicator crdrindicator transactiontypedrcr type
    transactiontype txntype trantype indicator sign`,
  balance: `closingbalance balance bal avlbal availbal availablebal runningbalance balanceaftertxn balanceaftertransaction availablebalance balanceamount balanceamt closingbal
    currentbalance accountbalance ledgerbalance totalbalance balancecrdr balancedrcr शेष शेषराशि`,
  currency: 'currency ccy curr currencycode',
};

const ranks = new Map<string, { role: Role; rank: number }>(
  (Object.keys(HEADINGS) as Role[]).flatMap((role) =>
    HEADINGS[role].split(/\s+/).map((name, rank) => [name, { role, rank }]),
  ),
);

/** Longer headings: the role by their end, after all those of the table. */
const ENDS: [Role, RegExp][] = [
  ['reference', /utr|rrn|ref(?:erence)?(?:no|number|id)?$/],
  ['narration', /(?:narration|description|particulars|details|remarks)\d?$/],
  ['balance', /^(?!opening).*balance$/],
];
const AFTER_ALL = 1000;

/** Of a heading in two languages, such as `जमा / Credit`, the one in Latin letters counts. */
const latinOf = (name: string) => name.replace(/[^a-z0-9]+/g, '');
const findListed = (name: string) => ranks.get(name) ?? ranks.get(latinOf(name));

function findRole(name: string): { role: Role; rank: number } | undefined {
  const listed = findListed(name);
  if (listed) return listed;
  const end = ENDS.find(([, pattern]) => pattern.test(name));
  return end && { role: end[0], rank: AFTER_ALL };
}

/** The headings of each bank's export, with the order of its dates. */
const BANKS: [StatementBank, string][] = [
  ['hdfc', 'date narration chqrefno valuedt withdrawalamt depositamt closingbalance'],
  [
    'icici',
    'sno valuedate transactiondate chequenumber transactionremarks withdrawalamount depositamount balance',
  ],
  ['sbi', 'txndate valuedate description refnochequeno debit credit balance'],
  ['axis', 'trandate chqno particulars dr cr bal sol'],
  ['kotak', 'slno transactiondate valuedate description chqrefno amount drcr balance'],
  ['kotak', 'slno transactiondate valuedate description chqrefno debit credit balance'],
  ['pnb', 'date instrumentid amount type balance remarks'],
  ['canara', 'txndate valuedate chequeno description branchcode debit credit balance'],
  [
    'yes',
    'transactiondate valuedate description referencenumber withdrawals deposits runningbalance',
  ],
  ['iob', 'datevaluedate particulars refnochequeno transactiontype debit credit balance'],
];

/** An amount or a date, which no row of headings has. Most rows are recognized as payments by it. */
const VALUE = /^'?(?:\d[\d,]*\.\d\d|\d{1,4}[-/.].*|\d{1,2} [a-z]{3}.*)$/i;

export function normalizeHeading(cell: string): string {
  return cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([dmy/. -]+\)/g, '')
    .replace(/\b(?:inr|rs)\b\.?|₹/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

export const isKnownHeading = (cell: string) => findListed(normalizeHeading(cell)) !== undefined;

/** Returns the columns of a row of headings, or undefined for any other row. */
export function recognizeHeading(
  row: readonly string[],
  saved: readonly SavedMapping[] = [],
): Layout | undefined {
  if (row.length < 3 || row.some((cell) => VALUE.test(cell))) return undefined;
  const names = row.map(normalizeHeading);
  const own = findSaved(row, saved);
  const found = own?.columns ? undefined : findColumns(names);
  const positions = positionsOf(row);
  const columns = own?.columns ? toPositions(own.columns, positions) : toColumns(found);
  if (!columns) return undefined;
  return {
    columns,
    signs: own?.signs ?? signsOf(columns),
    width: (positions.at(-1) ?? 0) + 1,
    bank: findBank(names),
    fingerprint: fingerprintOf(row),
    positions,
    ...(own && { saved: own }),
  };
}

function findSaved(row: readonly string[], saved: readonly SavedMapping[]) {
  if (saved.length === 0) return undefined;
  const fingerprint = fingerprintOf(row);
  return saved.find((one) => one.fingerprint === fingerprint);
}

/** Identifies a row of headings; empty cells before, between and after them don't count. */
export function fingerprintOf(row: readonly string[]): string {
  const names = row.map(normalizeHeading).filter((name) => name !== '');
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** Indexes of the cells with a heading. */
export function positionsOf(row: readonly string[]): number[] {
  return row.flatMap((cell, at) => (normalizeHeading(cell) === '' ? [] : [at]));
}

/** Replaces each index of a column; returns undefined if one is missing. */
export function toPositions(
  columns: StatementColumns,
  positions: readonly number[],
): StatementColumns | undefined {
  let isComplete = true;
  const move = (at: number) => {
    const moved = positions[at];
    if (moved === undefined) isComplete = false;
    return moved ?? 0;
  };
  const moved = Object.fromEntries(
    Object.entries(columns).map(([role, at]) => [
      role,
      Array.isArray(at) ? at.map(move) : move(at),
    ]),
  ) as unknown as StatementColumns; // cast: the same roles
  return isComplete ? moved : undefined;
}

/** Returns the roles of columns by their headings. */
export function findColumns(names: readonly string[]): Partial<StatementColumns> {
  const all = new Map<Role, { at: number; rank: number }[]>();
  for (const [at, name] of names.entries()) {
    const known = findRole(name);
    if (known) all.set(known.role, [...(all.get(known.role) ?? []), { at, rank: known.rank }]);
  }
  const listOf = (role: Role) =>
    (all.get(role) ?? []).toSorted((one, other) => one.rank - other.rank).map(({ at }) => at);
  const one = (role: Role) => listOf(role)[0];
  const [amount, balance] = [one('amount'), one('balance')];
  const isSingle = one('debit') === undefined || one('credit') === undefined;
  const signs = listOf('sign');
  const after = (at: number | undefined) =>
    at === undefined ? undefined : signs.find((sign) => sign === at + 1);
  // `Debit/Credit` without another column of amounts has signed ones.
  const isSignedAmount = isSingle && amount === undefined && signs.length === 1;
  const balanceSign = balance !== undefined && balance !== amount ? after(balance) : undefined;
  const sign = after(amount) ?? signs.find((at) => at !== balanceSign);
  return defined({
    date: one('date') ?? one('valueDate'),
    valueDate: one('date') === undefined ? undefined : one('valueDate'),
    narration: listOf('narration'),
    reference: listOf('reference'),
    transactionId: one('transactionId'),
    debit: isSingle ? undefined : one('debit'),
    credit: isSingle ? undefined : one('credit'),
    amount: isSignedAmount ? signs[0] : isSingle ? amount : undefined,
    sign: isSingle && !isSignedAmount ? sign : undefined,
    balance,
    balanceSign,
    currency: one('currency'),
  });
}

function toColumns(found: Partial<StatementColumns> | undefined): StatementColumns | undefined {
  if (found?.date === undefined) return undefined;
  const { date, narration = [], reference = [], debit, amount, ...others } = found;
  if ((debit ?? amount) === undefined || narration.length + reference.length === 0)
    return undefined;
  return defined({ ...others, date, narration, reference, debit, amount });
}

function signsOf({ debit, credit, sign }: StatementColumns): AmountSigns | undefined {
  if (debit !== undefined || credit !== undefined) return 'columns';
  return sign === undefined ? undefined : 'marker';
}

function findBank(names: readonly string[]): StatementBank | null {
  const found = BANKS.find(([, headings]) =>
    headings.split(' ').every((heading) => names.includes(heading)),
  );
  return found?.[0] ?? null;
}

function defined<Values extends object>(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Values; // cast: only absent fields are removed
}
