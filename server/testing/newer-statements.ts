import { utils, write } from '@e965/xlsx';

/** More invented statements, with the payments of `UNSEEN_PAYMENTS`: layouts that the reader did not know at first. */

const UPI = 'UPI/630612345601/ANANYA INVENTED/rent';
const IMPS = 'IMPS/630712345602/BALU INVENTED';
const NEFT = 'NEFT/SBINN52026111511431836/CHITRA INVENTED';

const text = (lines: string[]) => Buffer.from([...lines, ''].join('\r\n'));

/** One cell has the date of both payments of a day. */
function withMergedDates(): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['Date', 'Particulars', null, 'Withdrawals', 'Deposits', 'Balance'],
    ['02/11/2026', UPI, null, null, 118000, 128000],
    ['03/11/2026', 'SMS CHARGES', null, 17.7, null, 127982.3],
    [null, IMPS, null, null, 500, 128482.3],
    ['15/11/2026', NEFT, null, null, 25000.5, 153482.8],
    [null, 'by invented person'],
  ]);
  const columns = (row: number) => ({ s: { r: row, c: 1 }, e: { r: row, c: 2 } });
  const rows = (first: number) => ({ s: { r: first, c: 0 }, e: { r: first + 1, c: 0 } });
  sheet['!merges'] = [rows(2), rows(4), ...[0, 1, 2, 3, 4].map(columns)];
  sheet['!rows'] = [{}, {}, { hidden: true }];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Summary'], ['Closing', 153482.8]]), 'Page 1');
  utils.book_append_sheet(book, sheet, 'Page 2');
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }));
}

export const NEWER_STATEMENTS: Record<string, () => Buffer> = {
  'a misspelt heading': () =>
    text([
      'INVENTED BANK LTD',
      'Transaction Date,Transaction Details,Cheque ID,Value Date,Withdrawl Amt,Deposit Amt,Balance (INR)',
      `02/11/2026,${UPI},,02/11/2026,,"1,18,000.00","1,28,000.00"`,
      '03/11/2026,SMS CHARGES,,03/11/2026,17.70,,"1,27,982.30"',
      `03/11/2026,${IMPS},,03/11/2026,,500.00,"1,28,482.30"`,
      `15/11/2026,${NEFT},,15/11/2026,,"25,000.50","1,53,482.80"`,
    ]),
  'deposits before withdrawals, and tabs before dates': () =>
    text([
      'Account Transactions',
      'CURRENT ACCOUNT - 99999991234 INR 1,53,482.80 CR',
      '',
      '\tDate,Transaction,Currency,Deposit,Withdrawal,Running Balance',
      `\t02/11/2026,${UPI},INR,"1,18,000.00",,"1,28,000.00 CR"`,
      '\t03/11/2026,SMS CHARGES,INR,,17.70,"1,27,982.30 CR"',
      `\t03/11/2026,${IMPS},INR,500.00,,"1,28,482.30 CR"`,
      `\t15/11/2026,${NEFT},INR,"25,000.50",,"1,53,482.80 CR"`,
    ]),
  'narrations below Account Description, with | between the cells': () =>
    text([
      'Invented Bank|Statement Of Account',
      'Post Date|Txn Date|Branch Code|Cheque Number|Account Description|Debit|Credit|Balance',
      `02/11/2026|02/11/2026|01234||${UPI}||1,18,000.00|1,28,000.00 CR`,
      '03/11/2026|03/11/2026|01234||SMS CHARGES|17.70||1,27,982.30 CR',
      `03/11/2026|03/11/2026|01234||${IMPS}||500.00|1,28,482.30 CR`,
      `15/11/2026|15/11/2026|01234||${NEFT}||25,000.50|1,53,482.80 CR`,
    ]),
  'a payments bank with signs, times and a column UPI Ref No': () =>
    text([
      'Date & Time,Transaction Details,UPI Ref No,Amount,Available Balance',
      '"02 Nov 2026, 10:11 AM",Received from ANANYA,630612345601,"+ Rs.1,18,000.00","Rs.1,28,000.00"',
      '"03 Nov 2026, 06:11 AM",SMS CHARGES,,- Rs.17.70,"Rs.1,27,982.30"',
      '"03 Nov 2026, 10:11 AM",Received from BALU,630712345602,+ Rs.500.00,"Rs.1,28,482.30"',
      '"15 Nov 2026, 10:11 PM",Received from CHITRA,SBINN52026111511431836,"+ Rs.25,000.50","Rs.1,53,482.80"',
    ]),
  'two numbered descriptions and amounts with ;': () =>
    text([
      'Transaction Date;Value Date;Transaction Description 1;Transaction Description 2;Debit;Credit;Book Balance',
      `02-Nov-26;02-Nov-26;UPI INWARD;${UPI};;118000.00;128000.00`,
      '03-Nov-26;03-Nov-26;CHARGES;SMS;-17.70;;127982.30',
      `03-Nov-26;03-Nov-26;IMPS INWARD;${IMPS};;500.00;128482.30`,
      `15-Nov-26;15-Nov-26;NEFT INWARD;${NEFT};;25000.50;153482.80`,
    ]),
  'rupee signs in brackets of paid amounts': () =>
    text([
      'Dt.,Particulars,Vch No.,Amount (₹),Balance (₹)',
      `02-Nov-26,${UPI},1,"₹ 1,18,000.00","₹ 1,28,000.00"`,
      '03-Nov-26,SMS CHARGES,2,(₹ 17.70),"₹ 1,27,982.30"',
      `03-Nov-26,${IMPS},3,₹ 500.00,"₹ 1,28,482.30"`,
      `15-Nov-26,${NEFT},4,"₹ 25,000.50","₹ 1,53,482.80"`,
    ]),
  'a date merged over the payments of a day, on the second sheet': withMergedDates,
  'fixed columns of a printer': () => {
    const rule = '-'.repeat(110);
    const row = (date: string, narration: string, debit: string, credit: string, balance: string) =>
      `${date.padEnd(12)}${narration.padEnd(51)}${debit.padStart(18)}${credit.padStart(14)}${balance.padStart(15)}`;
    return text([
      'INVENTED CO-OPERATIVE BANK                      STATEMENT OF ACCOUNT',
      'A/c No : 999999991234      Period : 01/11/2026 to 15/11/2026',
      rule,
      row('Date', 'Particulars', 'Chq No       Debit', 'Credit', 'Balance'),
      rule,
      row('02/11/2026', UPI, '', '1,18,000.00', '1,28,000.00Cr'),
      row('03/11/2026', 'SMS CHARGES', '17.70', '', '1,27,982.30Cr'),
      row('', 'FOR THE QUARTER', '', '', ''),
      row('03/11/2026', IMPS, '', '500.00', '1,28,482.30Cr'),
      row('15/11/2026', NEFT, '', '25,000.50', '1,53,482.80Cr'),
      rule,
      row('', 'Total', '17.70', '1,43,500.50', '1,53,482.80Cr'),
    ]);
  },
  'headings in Hindi': () =>
    text([
      'दिनांक,विवरण,संदर्भ संख्या,नामे,जमा,शेष',
      `02/11/2026,${UPI},,,"1,18,000.00","1,28,000.00"`,
      '03/11/2026,SMS CHARGES,,17.70,,"1,27,982.30"',
      `03/11/2026,${IMPS},,,500.00,"1,28,482.30"`,
      `15/11/2026,${NEFT},,,"25,000.50","1,53,482.80"`,
    ]),
  'headings in two languages': () =>
    text([
      'तारीख / Date,विवरण / Particulars,चेक संख्या / Chq No,नामे / Debit,जमा / Credit,शेष राशि / Balance',
      `02/11/2026,${UPI},,,"1,18,000.00","1,28,000.00"`,
      '03/11/2026,SMS CHARGES,,17.70,,"1,27,982.30"',
      `03/11/2026,${IMPS},,,500.00,"1,28,482.30"`,
      `15/11/2026,${NEFT},,,"25,000.50","1,53,482.80"`,
    ]),
  'an apostrophe before each cell': () =>
    text([
      "'Transaction Date,'Narration,'Ref No,'Debit,'Credit,'Balance",
      `'02/11/2026,'${UPI},'630612345601,,'118000.00,'128000.00`,
      "'03/11/2026,'SMS CHARGES,,'17.70,,'127982.30",
      `'03/11/2026,'${IMPS},'630712345602,,'500.00,'128482.30`,
      `'15/11/2026,'${NEFT},'SBINN52026111511431836,,'25000.50,'153482.80`,
    ]),
};
