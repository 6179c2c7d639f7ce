/**
 * Invented statements that the reader did not know at first: headings, dates, marks and broken rows. They have the payments of
 * `UNSEEN_PAYMENTS`.
 */
const text = (lines: string[]) => Buffer.from([...lines, ''].join('\r\n'));

interface Payment {
  day: string;
  narration: string;
  debit: string;
  credit: string;
  balance: string;
}

const UPI = 'UPI/CR/630612345601/ANANYA INVENTED/SBIN';
const IMPS = 'IMPS/P2A/630712345602/BALU INVENTED/HDFC';
const NEFT = 'NEFT CR-SBINN52026111511431836-CHITRA INVENTED';

const PAYMENTS: Payment[] = [
  { day: '02', narration: UPI, debit: '', credit: '1,18,000.00', balance: '1,28,000.00' },
  { day: '03', narration: 'SMS CHARGES', debit: '17.70', credit: '', balance: '1,27,982.30' },
  { day: '03', narration: IMPS, debit: '', credit: '500.00', balance: '1,28,482.30' },
  { day: '15', narration: NEFT, debit: '', credit: '25,000.50', balance: '1,53,482.80' },
];
const quoted = (cell: string) => `"${cell}"`;

/** Day, narration and the three amounts, each in quotes. */
function rows(dayOf: (day: string) => string): string[] {
  return PAYMENTS.map(({ day, narration, ...amounts }) =>
    [dayOf(day), narration, ...Object.values(amounts)].map(quoted).join(),
  );
}
/** One column of amounts. */
function signedRows(signed: (payment: Payment) => string): string[] {
  return PAYMENTS.map((payment) =>
    [`${payment.day}-Nov-2026`, payment.narration, signed(payment), payment.balance]
      .map(quoted)
      .join(),
  );
}
const usual = (day: string) => `${day}/11/2026`;
const USUAL_HEADING = 'Date,Description,Debit,Credit,Balance';

export const FURTHER_STATEMENTS: Record<string, () => Buffer> = {
  'Amount (Dr) and Amount (Cr)': () =>
    text(['Txn Dt,Desc,Amount (Dr.),Amount (Cr.),Bal.', ...rows(usual)]),
  'withdrawn and deposited amounts': () =>
    text(['Date,Narration,Amount Withdrawn,Amount Deposited,Avl Bal', ...rows(usual)]),
  'two words in each heading': () =>
    text([
      'Tran Date,Narration / Remarks,Debit / Withdrawal,Credit / Deposit,Available Bal',
      ...rows(usual),
    ]),
  'outflow and inflow': () => text(['Date,Description,Outflow,Inflow,Balance', ...rows(usual)]),
  'paid and received': () => text(['Date,Details,Paid,Received,Balance', ...rows(usual)]),
  'CREDIT and DEBIT behind one amount': () =>
    text([
      'Date,Particulars,Amount,Balance',
      ...signedRows(({ debit, credit }) => (debit ? `${debit} DEBIT` : `${credit} CREDIT`)),
    ]),
  'signs in brackets behind one amount': () =>
    text([
      'Date,Particulars,Amount,Balance',
      ...signedRows(({ debit, credit }) => (debit ? `${debit} (-)` : `${credit} (+)`)),
    ]),
  'times with IST': () =>
    text([
      'Transaction Time,Description,Debit,Credit,Balance',
      ...rows((day) => `2026-11-${day} 10:11:12 IST`),
    ]),
  'times with GMT and an offset': () =>
    text([USUAL_HEADING, ...rows((day) => `${day} Nov 2026 10:11:12 GMT+0530`)]),
  'blanks around the strokes of dates': () =>
    text([USUAL_HEADING, ...rows((day) => `${day} / 11 / 2026`)]),
  'an apostrophe before the year': () => text([USUAL_HEADING, ...rows((day) => `${day}-Nov'26`)]),
  'rows that repeat the balance as if it was received': () =>
    text([
      USUAL_HEADING,
      '01/11/2026,OPENING BALANCE,,"10,000.00","10,000.00"',
      ...rows(usual),
      '15/11/2026,CLOSING BALANCE,,"1,53,482.80","1,53,482.80"',
      '15/11/2026,Balance C/F,,"1,53,482.80","1,53,482.80"',
    ]),
  'a table of interest rates below the payments': () =>
    text([
      USUAL_HEADING,
      ...rows(usual),
      '',
      'From,To,Rate,,',
      '01/04/2026,30/09/2026,2.75,,',
      '01/10/2026,31/03/2027,2.50,,',
    ]),
  'rows that are cut between two cells': () =>
    text([
      USUAL_HEADING,
      `02/11/2026,${UPI},,`,
      '"1,18,000.00","1,28,000.00"',
      '03/11/2026,SMS CHARGES',
      ',17.70,,"1,27,982.30"',
      '03/11/2026,',
      `${IMPS},,500.00,"1,28,482.30"`,
      `15/11/2026,${NEFT},`,
      ',"25,000.50","1,53,482.80"',
    ]),
  'each row as one cell in quotes': () =>
    text([USUAL_HEADING, ...rows(usual)].map((row) => quoted(row.replaceAll('"', '""')))),
  '^ between the cells': () =>
    text([
      USUAL_HEADING.replaceAll(',', '^'),
      ...rows(usual).map((row) => row.slice(1, -1).replaceAll('","', '^')),
    ]),
  'apostrophes around the cells': () =>
    text([
      "'Date';'Description';'Debit';'Credit';'Balance'",
      ...rows(usual).map((row) => row.replaceAll('","', "';'").replace(/^"|"$/g, "'")),
    ]),
};
