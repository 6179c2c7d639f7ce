import { utils, write as writeSheet } from '@e965/xlsx';

/**
 * Invented bank statements in the layouts of nine banks. Names, accounts and references belong to no person or
 * payment. Every statement has the same payments.
 */

export interface InventedPayment {
  /** Year, month and day. */
  day: [string, string, string];
  narration: string;
  reference: string;
  /** Positive for received money. */
  paise: number;
  balancePaise: number;
}

export const INVENTED_PAYMENTS: InventedPayment[] = withBalances(10_000_00, [
  [
    '2026-08-05',
    'UPI/CR/621712345601/ANANYA INVENTED/SBIN/ananya.test@okaxis/DEP-1785900000123',
    '621712345601',
    118_000_00,
  ],
  ['2026-08-05', 'CHARGES, SMS "QUARTERLY"', '', -17_70],
  ['2026-08-06', 'IMPS/P2A/621812345602/BALU INVENTED/HDFC/rent', '621812345602', 500_00],
  [
    '2026-08-13',
    'NEFT/SBINN22026081311431836/CHITRA INVENTED',
    'SBINN22026081311431836',
    25_000_50,
  ],
  ['2026-08-14', 'CASH DEPOSIT', '', 500_00],
  ['2026-08-14', 'CASH DEPOSIT', '', 500_00],
]);

function withBalances(
  opening: number,
  payments: [string, string, string, number][],
): InventedPayment[] {
  let balancePaise = opening;
  return payments.map(([date, narration, reference, paise]) => {
    balancePaise += paise;
    const [year = '', month = '', day = ''] = date.split('-');
    return { day: [year, month, day], narration, reference, paise, balancePaise };
  });
}

/** 11800000 to `1,18,000.00` */
function grouped(paise: number): string {
  const [rupees = '', fraction = ''] = (Math.abs(paise) / 100).toFixed(2).split('.');
  const head = rupees.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  return `${head}${head && ','}${rupees.slice(-3)}.${fraction}`;
}

const plain = (paise: number) => (Math.abs(paise) / 100).toFixed(2);
const debit = (paise: number, write = grouped) => (paise < 0 ? write(paise) : '');
const credit = (paise: number, write = grouped) => (paise > 0 ? write(paise) : '');
const mark = (paise: number) => (paise < 0 ? 'DR' : 'CR');
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

type Day = InventedPayment['day'];
const slashes = ([y, m, d]: Day) => `${d}/${m}/${y}`;
const hyphens = ([y, m, d]: Day) => `${d}-${m}-${y}`;
const short = ([y, m, d]: Day) => `${d}/${m}/${y.slice(2)}`;
const named = ([y, m, d]: Day) => `${Number(d)} ${MONTHS[Number(m) - 1]} ${y}`;
const shortNamed = ([y, m, d]: Day) => `${d}-${MONTHS[Number(m) - 1]}-${y.slice(2)}`;

interface Layout {
  preamble: string[][];
  headings: string[];
  row(payment: InventedPayment, n: number): string[];
  footer: string[][];
  newestFirst?: boolean;
}

const STARS = [Array.from({ length: 7 }, () => '********')];

export const INVENTED_LAYOUTS: Record<string, Layout> = {
  hdfc: {
    preamble: [
      ['INVENTED BANK STATEMENT FOR TESTS'],
      ['MR INVENTED OPERATOR', '', '', '', 'Account No : 50100000001234'],
      ['Statement From : 01/08/2026 To : 31/08/2026'],
      ...STARS,
    ],
    headings: [
      ...['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.'],
      'Closing Balance',
    ],
    row: ({ day, narration, reference, paise, balancePaise }) => [
      short(day),
      narration,
      reference.padStart(16, '0'),
      short(day),
      debit(paise),
      credit(paise),
      grouped(balancePaise),
    ],
    footer: [
      ...STARS,
      ['STATEMENT SUMMARY :-'],
      ['Opening Balance', 'Dr Count', 'Cr Count', 'Debits', 'Credits', 'Closing Bal'],
      ['10,000.00', '1', '5', '17.70', '1,44,500.50', '1,54,482.80'],
    ],
  },
  icici: {
    preamble: [
      ['', 'INVENTED STATEMENT FOR TESTS'],
      ['', 'Account Number', '', '000100001234 ( INR ) - INVENTED OPERATOR'],
    ],
    headings: [
      '',
      ...['S No.', 'Value Date', 'Transaction Date', 'Cheque Number', 'Transaction Remarks'],
      ...['Withdrawal Amount (INR )', 'Deposit Amount (INR )', 'Balance (INR )'],
    ],
    row: ({ day, narration, paise, balancePaise }, n) => [
      '',
      String(n + 1),
      slashes(day),
      slashes(day),
      '-',
      narration,
      debit(paise, plain) || '0.00',
      credit(paise, plain) || '0.00',
      plain(balancePaise),
    ],
    footer: [
      ['', 'Legends Used in Account Statement'],
      ['', 'BCTT - invented legend'],
    ],
  },
  sbi: {
    preamble: [
      ['Account Number', '_00000030001001234'],
      ['Name', 'INVENTED OPERATOR'],
    ],
    headings: [
      ...['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', '        Debit', 'Credit'],
      'Balance',
    ],
    row: ({ day, narration, reference, paise, balancePaise }) => [
      named(day),
      named(day),
      `BY TRANSFER-${narration}--`,
      reference,
      debit(paise),
      credit(paise),
      grouped(balancePaise),
    ],
    footer: [['**This is a computer generated statement and does not require a signature']],
  },
  axis: {
    preamble: [['INVENTED OPERATOR'], ['Statement of Account No - 919010001001234 for the period']],
    headings: ['Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'SOL'],
    row: ({ day, narration, paise, balancePaise }) => [
      hyphens(day),
      '-',
      narration,
      debit(paise, plain) || ' ',
      credit(paise, plain) || ' ',
      plain(balancePaise),
      '248',
    ],
    footer: [['Unless the constituent notifies the bank, the entries are correct.']],
  },
  kotak: {
    preamble: [['INVENTED OPERATOR'], ['Account No.', '1001001234']],
    headings: [
      ...['Sl. No.', 'Transaction Date', 'Value Date', 'Description', 'Chq / Ref No.', 'Amount'],
      ...['Dr / Cr', 'Balance', 'Dr / Cr'],
    ],
    row: ({ day, narration, reference, paise, balancePaise }, n) => [
      String(n + 1),
      hyphens(day),
      hyphens(day),
      narration,
      reference && `UPI-${reference}`,
      grouped(paise),
      mark(paise),
      grouped(balancePaise),
      'CR',
    ],
    footer: [['Opening balance', 'as on 01/08/2026', '', '', '', '10,000.00']],
    newestFirst: true,
  },
  pnb: {
    preamble: [['INVENTED ACCOUNT STATEMENT'], ['Account Number', '0001000100001234']],
    headings: ['Date', 'Instrument ID', 'Amount(INR)', 'Type', 'Balance', 'Remarks'],
    row: ({ day, narration, paise, balancePaise }) => [
      slashes(day),
      '',
      grouped(paise),
      mark(paise),
      `${grouped(balancePaise)} Cr.`,
      narration,
    ],
    footer: [],
    newestFirst: true,
  },
  canara: {
    preamble: [['Account Number', '110001001234']],
    headings: [
      ...['Txn Date', 'Value Date', 'Cheque No.', 'Description', 'Branch Code', 'Debit', 'Credit'],
      'Balance',
    ],
    row: ({ day, narration, paise, balancePaise }) => [
      `${hyphens(day)} 10:15:30`,
      hyphens(day),
      '',
      narration,
      '33',
      debit(paise),
      credit(paise),
      grouped(balancePaise),
    ],
    footer: [['', '', '', 'Total', '', '17.70', '1,44,500.50', '']],
  },
  yes: {
    preamble: [['Account Number:', '000100100001234']],
    headings: [
      ...['Transaction Date', 'Value Date', 'Description', 'Reference Number', 'Withdrawals'],
      ...['Deposits', 'Running Balance'],
    ],
    row: ({ day, narration, reference, paise, balancePaise }) => [
      day.join('-'),
      day.join('-'),
      narration,
      reference,
      debit(paise, plain),
      credit(paise, plain),
      plain(balancePaise),
    ],
    footer: [],
    newestFirst: true,
  },
  iob: {
    preamble: [['Account Statement of INVENTED OPERATOR'], ['Account No: 000101000001234']],
    headings: [
      ...['Date(Value Date)', 'Particulars', 'Ref No./Cheque No.', 'Transaction Type'],
      ...['Debit(Rs)', 'Credit(Rs)', 'Balance(Rs)'],
    ],
    row: ({ day, narration, paise, balancePaise }) => [
      `${shortNamed(day)} (${shortNamed(day)})`,
      narration,
      '',
      'Transfer',
      debit(paise, plain),
      credit(paise, plain),
      plain(balancePaise),
    ],
    footer: [],
  },
};

/** Returns the statement of a bank as rows, with other payments than the usual ones if given. */
export function inventedRows(bank: string, payments = INVENTED_PAYMENTS): string[][] {
  const layout = INVENTED_LAYOUTS[bank];
  if (!layout) throw new Error(`No layout of ${bank}`);
  const rows = payments.map((payment, n) => layout.row(payment, n));
  const body = layout.newestFirst ? rows.toReversed() : rows;
  return [...layout.preamble, [], layout.headings, ...body, [], ...layout.footer];
}

export function toDelimited(rows: readonly string[][], delimiter = ',', lineEnd = '\r\n'): string {
  const quote = (cell: string) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((row) => `${row.map(quote).join(delimiter)}${lineEnd}`).join('');
}

/** Returns the rows as a workbook, with cells of numbers and dates as they are. */
export function toWorkbook(
  rows: readonly (string | number | Date | null | undefined)[][],
  bookType: 'xlsx' | 'biff8' | 'html' | 'xlml',
): Buffer {
  const sheet = utils.aoa_to_sheet(rows as unknown[][], { UTC: true });
  const book = { SheetNames: ['Statement'], Sheets: { Statement: sheet } };
  return Buffer.from(writeSheet(book, { type: 'buffer', bookType, compression: true }));
}
