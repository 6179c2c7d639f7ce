/**
 * Invented statements that failed or could fail: unusual headings, orders, marks and encodings. They have the payments of
 * `UNSEEN_PAYMENTS`.
 */
const text = (lines: string[], end = '\r\n') => Buffer.from([...lines, ''].join(end));

const UPI = 'UPI-ANANYA INVENTED-ananya.test@okaxis-SBIN0000001-630612345601-rent';
const IMPS = 'IMPS-630712345602-BALU INVENTED-HDFC-XXXX1234-rent';
const NEFT = 'NEFT CR-SBIN0000001-CHITRA INVENTED-rent-SBINN52026111511431836';

export const ODD_STATEMENTS: Record<string, () => Buffer> = {
  'headings in two languages': () =>
    text([
      'खाता संख्या / Account No.,XXXXXXX1234',
      'दिनांक / Date,विवरण / Particulars,निकासी / Withdrawal,जमा / Deposit,शेष / Balance',
      `02/11/2026,${UPI},,"1,18,000.00","1,28,000.00"`,
      '03/11/2026,SMS CHARGES,17.70,,"1,27,982.30"',
      `03/11/2026,${IMPS},,500.00,"1,28,482.30"`,
      `15/11/2026,${NEFT},,"25,000.50","1,53,482.80"`,
    ]),
  'D and C before the amount, newest first': () =>
    text([
      'Txn Date,D/C,Txn Amount,Remarks,Balance',
      `15-11-2026,C,25000.50,${NEFT},153482.80`,
      `03-11-2026,C,500,${IMPS},128482.3`,
      '03-11-2026,D,17.7,SMS CHARGES,127982.3',
      `02-11-2026,C,118000,${UPI},128000`,
    ]),
  'days without a zero, month names between slashes': () =>
    text([
      'Date,Details,Debit,Credit,Balance',
      `2/Nov/2026,${UPI},,"1,18,000","1,28,000"`,
      '3/Nov/2026,SMS CHARGES,17.70,,"1,27,982.30"',
      `3/Nov/2026,${IMPS},,500,"1,28,482.30"`,
      `15/Nov/2026,${NEFT},,"25,000.50","1,53,482.80"`,
    ]),
  'amounts that end with a stroke and a dash': () =>
    text([
      'Date,Narration,Paid Out,Paid In,Balance',
      `02-Nov-26,${UPI},,"Rs. 1,18,000/-","Rs. 1,28,000/-"`,
      '03-Nov-26,SMS CHARGES,Rs. 17.70,,"Rs. 1,27,982.30"',
      `03-Nov-26,${IMPS},,Rs. 500/-,"Rs. 1,28,482.30"`,
      `15-Nov-26,${NEFT},,"Rs. 25,000.50","Rs. 1,53,482.80"`,
    ]),
  'a summary that looks like a table before the table': () =>
    text([
      'Account Summary',
      'Opening Balance,Total Debits,Total Credits,Closing Balance',
      '"10,000.00",17.70,"1,43,500.50","1,53,482.80"',
      'From Date,To Date,Debit Count,Credit Count',
      '01/11/2026,15/11/2026,1,3',
      '',
      'Transaction Date,Description,Debit Amount,Credit Amount,Running Balance',
      `02/11/2026,${UPI},0.00,"1,18,000.00","1,28,000.00"`,
      '03/11/2026,SMS CHARGES,17.70,0.00,"1,27,982.30"',
      `03/11/2026,${IMPS},0.00,500.00,"1,28,482.30"`,
      `15/11/2026,${NEFT},0.00,"25,000.50","1,53,482.80"`,
      'Closing Balance,,17.70,"1,43,500.50","1,53,482.80"',
    ]),
  'UTF-16LE with quotes, line ends in cells, newest first': () =>
    Buffer.from(
      `\uFEFF${[
        '"Date","Particulars","Dr","Cr","Balance"',
        `"15/11/2026","NEFT CR\nSBINN52026111511431836\nCHITRA, ""INVENTED""","","25,000.50","1,53,482.80 Cr"`,
        `"03/11/2026","IMPS\n630712345602","","500.00","1,28,482.30 Cr"`,
        '"03/11/2026","SMS, ""Q2""","17.70","","1,27,982.30 Cr"',
        `"02/11/2026","UPI/630612345601/\nananya.test@okaxis","","1,18,000.00","1,28,000.00 Cr"`,
      ].join('\r\n')}\r\n`,
      'utf16le',
    ),
  'line ends of CR alone, tabs after the last cell': () =>
    text(
      [
        'Date\tNarration\tDebit\tCredit\tBalance\t\t',
        `02-11-2026\t${UPI}\t\t118000.00\t128000.00\t\t`,
        '03-11-2026\tSMS CHARGES\t17.70\t\t127982.30\t\t',
        `03-11-2026\t${IMPS}\t\t500.00\t128482.30\t\t`,
        `15-11-2026\t${NEFT}\t\t25000.50\t153482.80\t\t`,
      ],
      '\r',
    ),
  'balance first and date last': () =>
    text([
      'Closing Balance,Deposit Amt,Withdrawal Amt,Narration,Tran Date',
      `128000.00,118000.00,,${UPI},02/11/2026`,
      '127982.30,,17.70,SMS CHARGES,03/11/2026',
      `128482.30,500.00,,${IMPS},03/11/2026`,
      `153482.80,25000.50,,${NEFT},15/11/2026`,
    ]),
  'a column with the time, and Deposit or Withdrawal in words': () =>
    text([
      'Date,Time,Transaction Type,Description,Amount,Available Balance',
      `02/11/2026,10:11:12,Deposit,${UPI},"1,18,000.00","1,28,000.00"`,
      '03/11/2026,06:11:12,Withdrawal,SMS CHARGES,17.70,"1,27,982.30"',
      `03/11/2026,10:11:12,Deposit,${IMPS},500.00,"1,28,482.30"`,
      `15/11/2026,22:11:12,Deposit,${NEFT},"25,000.50","1,53,482.80"`,
    ]),
  'money in and money out, with the time behind the date': () =>
    text([
      'Transaction Date & Time|Details|Money Out|Money In|Balance',
      `02/11/2026 10:11:12 AM|${UPI}||1,18,000.00|1,28,000.00`,
      '03/11/2026 06:11:12 AM|SMS CHARGES|17.70||1,27,982.30',
      `03/11/2026 10:11:12 AM|${IMPS}||500.00|1,28,482.30`,
      `15/11/2026 10:11:12 PM|${NEFT}||25,000.50|1,53,482.80`,
    ]),
  'Windows-1252 with narrow spaces, dashes for nothing and a footer of dates': () =>
    Buffer.from(
      [
        'Relev\xe9 \x96 Account 9999991234',
        'Date;Particulars;Withdrawal;Deposit;Balance',
        `02-11-2026;${UPI};\x97;1,18,000.00\xa0;1,28,000.00\xa0Cr`,
        '03-11-2026;SMS CHARGES \x96 Q2;17.70;\x97;1,27,982.30\xa0Cr',
        `03-11-2026;${IMPS};\x97;500.00;1,28,482.30\xa0Cr`,
        `15-11-2026;${NEFT};\x97;25,000.50;1,53,482.80\xa0Cr`,
        'Generated on;16-11-2026',
        '01-11-2026;to;15-11-2026',
        '',
      ].join('\r\n'),
      'latin1',
    ),
  'credited and debited amounts, apostrophes before numbers': () =>
    text([
      'Sr,Value Date,Txn Particulars,UTR No,Amount Debited,Amount Credited,Balance After Txn',
      `1,'02-11-2026,UPI/ANANYA INVENTED,'630612345601,,'118000.00,'128000.00`,
      `2,'03-11-2026,SMS CHARGES,,'17.70,,'127982.30`,
      `3,'03-11-2026,IMPS/BALU INVENTED,'630712345602,,'500.00,'128482.30`,
      `4,'15-11-2026,NEFT/CHITRA INVENTED,'SBINN52026111511431836,,'25000.50,'153482.80`,
    ]),
  'pages with carried balances between lines of the newest first': () =>
    text([
      'Date,Narration,Debit,Credit,Balance',
      `15-11-2026,${NEFT},,"25,000.50","1,53,482.80"`,
      `03-11-2026,${IMPS},,500.00,"1,28,482.30"`,
      'Page Total,,0.00,"25,500.50",',
      'Page 1 of 2 - continued',
      'Date,Narration,Debit,Credit,Balance',
      '03-11-2026,SMS CHARGES,17.70,,"1,27,982.30"',
      `02-11-2026,${UPI},,"1,18,000.00","1,28,000.00"`,
      'Opening Balance,,,,"10,000.00"',
      '*** End ***',
    ]),
  'ISO times with a zone': () =>
    text([
      'transaction_date,description,debit,credit,balance',
      `2026-11-02T10:11:12+05:30,${UPI},,118000.00,128000.00`,
      '2026-11-03T06:11:12+05:30,SMS CHARGES,17.70,,127982.30',
      `2026-11-03T10:11:12+05:30,${IMPS},,500.00,128482.30`,
      `2026-11-15T22:11:12+05:30,${NEFT},,25000.50,153482.80`,
    ]),
  'ordinal days': () =>
    text([
      'Date,Narration,Debit,Credit,Balance',
      `2nd Nov 2026,${UPI},,118000.00,128000.00`,
      '3rd Nov 2026,SMS CHARGES,17.70,,127982.30',
      `3rd Nov 2026,${IMPS},,500.00,128482.30`,
      `15th Nov 2026,${NEFT},,25000.50,153482.80`,
    ]),
  'Ref and amount with units, received and paid in one column of words': () =>
    text([
      'Statement,,,,',
      '"Date","Particulars","Amount (INR)","Credit / Debit","Balance (INR)"',
      `"Nov 2nd, 2026","${UPI}","1,18,000.00 INR","Credit","1,28,000.00 INR"`,
      '"Nov 3rd, 2026","SMS CHARGES","17.70 INR","Debit","1,27,982.30 INR"',
      `"Nov 3rd, 2026","${IMPS}","500.00 INR","Credit","1,28,482.30 INR"`,
      `"Nov 15th, 2026","${NEFT}","25,000.50 INR","Credit","1,53,482.80 INR"`,
    ]),
  'a quote that is opened and not closed, before a footer': () =>
    text([
      'Date,Narration,Debit,Credit,Balance',
      `02-11-2026,"UPI/630612345601/ANANYA,,118000.00,128000.00`,
      '03-11-2026,SMS CHARGES,17.70,,127982.30',
      `03-11-2026,${IMPS},,500.00,128482.30`,
      `15-11-2026,${NEFT},,25000.50,153482.80`,
      '"Total of 4 lines",,17.70,143500.50,',
    ]),
  'empty rows and rows of lines between the lines': () =>
    text([
      '-----------------------------------------------------------',
      'Date|Narration|Debit|Credit|Balance',
      '-----------------------------------------------------------',
      `02-11-2026|${UPI}||118000.00|128000.00`,
      '',
      '03-11-2026|SMS CHARGES|17.70||127982.30',
      '-----|-----|-----|-----|-----',
      `03-11-2026|${IMPS}||500.00|128482.30`,
      '   |  |  |  |  ',
      `15-11-2026|${NEFT}||25000.50|153482.80`,
      '===========================================================',
      'Records: 4|||143500.50|',
    ]),
  'serial numbers, a cheque column of numbers and amounts with a plus': () =>
    text([
      'S. No;Post Date;Value Date;Chq No;Narrative;Amount;Balance',
      `1;02/11/26;02/11/26;000123;${UPI};+118000.00;128000.00`,
      '2;03/11/26;03/11/26;;SMS CHARGES;-17.70;127982.30',
      `3;03/11/26;03/11/26;;${IMPS};+500.00;128482.30`,
      `4;15/11/26;15/11/26;000124;${NEFT};+25000.50;153482.80`,
    ]),
};
