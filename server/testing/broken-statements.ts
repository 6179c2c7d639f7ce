/** Invented statements with broken rows, pages, other tables or other digits. They have the payments of `UNSEEN_PAYMENTS`. */
const text = (lines: string[]) => Buffer.from([...lines, ''].join('\r\n'));

const UPI = 'UPI-ANANYA INVENTED-ananya.test@okaxis-SBIN0000001-630612345601-rent';
const IMPS = 'IMPS-630712345602-BALU INVENTED-HDFC-XXXX1234-rent';
const NEFT = 'NEFT CR-SBIN0000001-CHITRA INVENTED-rent-SBINN52026111511431836';

export const BROKEN_STATEMENTS: Record<string, () => Buffer> = {
  'groups of digits without quotes, which only the balance explains': () =>
    text([
      'Date,Narration,Debit,Credit,Balance',
      `02/11/2026,${UPI},,1,18,000.00,1,28,000.00`,
      '03/11/2026,SMS CHARGES,17.70,,1,27,982.30',
      `03/11/2026,${IMPS},,500.00,1,28,482.30`,
      `15/11/2026,${NEFT},,25,000.50,1,53,482.80`,
    ]),
  'such groups, newest first': () =>
    text([
      'Date,Narration,Debit,Credit,Balance',
      `15/11/2026,${NEFT},,25,000.50,1,53,482.80`,
      `03/11/2026,${IMPS},,500.00,1,28,482.30`,
      '03/11/2026,SMS CHARGES,17.70,,1,27,982.30',
      `02/11/2026,${UPI},,1,18,000.00,1,28,000.00`,
    ]),
  'days of the week before the dates': () =>
    text([
      'Date,Particulars,Debit,Credit,Balance',
      `"Mon, 02 Nov 2026",${UPI},,118000.00,128000.00`,
      '"Tuesday 3 Nov 2026",SMS CHARGES,17.70,,127982.30',
      `"Tue, 03 Nov 2026",${IMPS},,500.00,128482.30`,
      `"Sun, 15 Nov 2026",${NEFT},,25000.50,153482.80`,
    ]),
  'digits of Devanagari': () =>
    text([
      'दिनांक,विवरण,नामे,जमा,शेष',
      `०२/११/२०२६,${UPI},,"१,१८,०००.००","१,२८,०००.००"`,
      '०३/११/२०२६,SMS CHARGES,१७.७०,,"१,२७,९८२.३०"',
      `०३/११/२०२६,${IMPS},,५००.००,"१,२८,४८२.३०"`,
      `१५/११/२०२६,${NEFT},,"२५,०००.५०","१,५३,४८२.८०"`,
    ]),
  'numbers of days as a spreadsheet stores them, references shortened by it': () =>
    text([
      'Date,Narration,Ref,Debit,Credit,Balance',
      `46328,${UPI},6.30612E+11,,118000,128000`,
      '46329,SMS CHARGES,,17.7,,127982.3',
      `46329,${IMPS},6.30713E+11,,500,128482.3`,
      `46341,${NEFT},,,25000.5,153482.8`,
    ]),
  'pages with titles, headings and carried balances': () =>
    text([
      'BANK OF INVENTION',
      'Page 1 of 2',
      'Tran Date,Value Date,Particulars,Withdrawals,Deposits,Balance',
      `02-11-2026,02-11-2026,${UPI},,"1,18,000.00","1,28,000.00"`,
      '03-11-2026,03-11-2026,SMS CHARGES,17.70,,"1,27,982.30"',
      'C/F,,,,,"1,27,982.30"',
      'BANK OF INVENTION',
      'Page 2 of 2',
      'Tran Date,Value Date,Particulars,Withdrawals,Deposits,Balance',
      'B/F,,,,,"1,27,982.30"',
      `03-11-2026,03-11-2026,${IMPS},,500.00,"1,28,482.30"`,
      `15-11-2026,15-11-2026,${NEFT},,"25,000.50","1,53,482.80"`,
      'GRAND TOTAL,,,17.70,"1,43,500.50",',
    ]),
  'a second table of deposits after the payments': () =>
    text([
      'Savings Account',
      'Date,Description,Debit,Credit,Balance',
      `02/11/2026,${UPI},,118000.00,128000.00`,
      '03/11/2026,SMS CHARGES,17.70,,127982.30',
      `03/11/2026,${IMPS},,500.00,128482.30`,
      `15/11/2026,${NEFT},,25000.50,153482.80`,
      '',
      'Fixed Deposits',
      'Number,Principal,Rate,Opened,Maturity',
      '12345,"1,00,000.00",7.1,01/01/2026,01/01/2027',
    ]),
  'Cr and Dr in brackets behind one amount': () =>
    text([
      'Date,Description,Amount,Balance',
      `02/11/2026,${UPI},"1,18,000.00 (Cr)","1,28,000.00 (Cr)"`,
      '03/11/2026,SMS CHARGES,17.70 (Dr),"1,27,982.30 (Cr)"',
      `03/11/2026,${IMPS},500.00 (Cr),"1,28,482.30 (Cr)"`,
      `15/11/2026,${NEFT},"25,000.50 (Cr)","1,53,482.80 (Cr)"`,
    ]),
  'narrations over two rows, newest first': () =>
    text([
      'Date,Narration,Debit,Credit,Balance',
      '15/11/2026,NEFT/SBINN520261115,,25000.50,153482.80',
      ',11431836/CHITRA INVENTED,,,',
      '03/11/2026,IMPS/P2A/6307,,500.00,128482.30',
      ',12345602/BALU INVENTED,,,',
      '03/11/2026,SMS CHARGES,17.70,,127982.30',
      '02/11/2026,UPI/CR/63061234,,118000.00,128000.00',
      ',5601/ANANYA INVENTED,,,',
    ]),
};
