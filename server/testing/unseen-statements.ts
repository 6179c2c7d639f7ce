import { utils, type WorkSheet, write } from '@e965/xlsx';
import { BROKEN_STATEMENTS } from './broken-statements.ts';
import { FURTHER_STATEMENTS } from './further-statements.ts';
import { NEWER_STATEMENTS } from './newer-statements.ts';
import { ODD_STATEMENTS } from './odd-statements.ts';

/**
 * Invented statements in layouts as banks export them. Names, accounts and references belong to no person or payment. Every
 * file has the same four payments.
 */
export const UNSEEN_PAYMENTS = [
  { bookedOn: '2026-11-02', paise: 118_000_00, utr: '630612345601' },
  { bookedOn: '2026-11-03', paise: -17_70, utr: null },
  { bookedOn: '2026-11-03', paise: 500_00, utr: '630712345602' },
  { bookedOn: '2026-11-15', paise: 25_000_50, utr: 'SBINN52026111511431836' },
];

const text = (lines: string[], end = '\r\n') => Buffer.from([...lines, ''].join(end));

function utf16(lines: string[], { isBig = false, hasMark = true } = {}): Buffer {
  const file = Buffer.from(`${hasMark ? '\uFEFF' : ''}${[...lines, ''].join('\r\n')}`, 'utf16le');
  return isBig ? file.swap16() : file;
}

type Cell = string | number | null;
function workbook(rows: Cell[][], type: 'xlsx' | 'biff8' | 'html', change = (_: WorkSheet) => {}) {
  const sheet = utils.aoa_to_sheet(rows);
  change(sheet);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Statement');
  return Buffer.from(write(book, { type: 'buffer', bookType: type }));
}

const UPI = 'UPI-ANANYA INVENTED-ananya.test@okaxis-SBIN0000001-630612345601-rent';
const CHARGE = 'SMS CHARGES, QUARTERLY "Q2"';
const IMPS = 'IMPS-630712345602-BALU INVENTED-HDFC-XXXX1234-rent';
const NEFT = 'NEFT CR-SBIN0000001-CHITRA INVENTED-rent-SBINN52026111511431836';
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** SBI: text with tabs that is named .xls */
const sbi = [
  'Account Name\t:\tMr. INVENTED OPERATOR',
  'Address\t:\t12 INVENTED ROAD',
  '\t\tNEAR MARKET',
  'Date\t:\t16 Nov 2026',
  'Account Number\t:\t_00000099999991234',
  'Account Description\t:\tREGULAR CA-CURR ACCT',
  'Branch\t:\tINVENTED BRANCH',
  'Drawing Power\t:\t0.00',
  'Interest Rate(% p.a.)\t:\t0.0',
  'MOD Balance\t:\t0.00',
  'CIF No.\t:\t_90000001234',
  'IFS Code\t:\t_SBIN0000001',
  'Balance as on 1 Nov 2026\t:\t10,000.00',
  'Start Date\t:\t_1 Nov 2026',
  'End Date\t:\t_15 Nov 2026',
  '',
  'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance',
  '2 Nov 2026\t2 Nov 2026\t   BY TRANSFER-UPI/CR/630612345601/ANANYA I/SBIN/ananya.tes/rent--\tTRANSFER FROM 4897690162091 \t \t1,18,000.00\t1,28,000.00',
  '3 Nov 2026\t3 Nov 2026\t   DEBIT-SMS CHARGES--\t \t17.70\t \t1,27,982.30',
  '3 Nov 2026\t3 Nov 2026\t   BY TRANSFER-INB IMPS630712345602/9999999999/XX1234/rent--\tMAB00001 TRANSFER FROM 1\t \t500.00\t1,28,482.30',
  '15 Nov 2026\t15 Nov 2026\t   BY TRANSFER-NEFT*SBIN0000001*SBINN52026111511431836*CHITRA INVENTED--\tTRANSFER FROM 2 \t \t25,000.50\t1,53,482.80',
  '**This is a computer generated statement and does not require a signature',
];

const htmlOf = (rows: string[][]) =>
  Buffer.from(
    `<html><head><meta charset="utf-8"></head><body><b>Account Statement</b><table border=1><tr><td colspan="7">Account No: XXXXXXX1234</td></tr>${rows
      .map((row) => `<tr>${row.map((cell) => `<td nowrap>&nbsp;${cell}</td>`).join('')}</tr>`)
      .join('\n')}</table><p>End of statement</body></html>`,
  );

export const UNSEEN_STATEMENTS: Record<string, () => Buffer> = {
  'HDFC, delimited text with padded cells and zeros': () =>
    text([
      '',
      '  Date     ,Narration                                                ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance',
      ` 02/11/26  ,${UPI}      ,02/11/26 ,             0.00  ,        118000.00  ,0000630612345601 ,       128000.00  `,
      ' 03/11/26  ,SMS CHARGES QUARTERLY                ,03/11/26 ,            17.70  ,             0.00  ,0000000000000000 ,       127982.30  ',
      ` 03/11/26  ,${IMPS}   ,03/11/26 ,             0.00  ,           500.00  ,0000630712345602 ,       128482.30  `,
      ` 15/11/26  ,${NEFT} ,15/11/26 ,             0.00  ,         25000.50  ,SBINN52026111511431836,       153482.80  `,
    ]),
  'HDFC, .xls with a long preamble and a summary': () =>
    workbook(
      [
        ['HDFC BANK Ltd.', null, null, null, null, 'Page No .:   1        Statement of accounts'],
        [null],
        [
          'M/S. INVENTED OPERATOR',
          null,
          null,
          null,
          'Account Branch :',
          'INVENTED BRANCH, 5 ROAD, 600001',
        ],
        ['12 INVENTED ROAD', null, null, null, 'Phone no. :', '18002600'],
        [null, null, null, null, 'Cust ID :', '99991234   Pr. Code : 100'],
        [null, null, null, null, 'Account No :', '50200099991234   OTHER'],
        ['Nomination : Not Registered'],
        ['Statement From : 01/11/2026  To : 15/11/2026'],
        ['********', '********', '********', '********', '********', '********', '********'],
        [
          'Date',
          'Narration',
          'Chq./Ref.No.',
          'Value Dt',
          'Withdrawal Amt.',
          'Deposit Amt.',
          'Closing Balance',
        ],
        ['********', '********', '********', '********', '********', '********', '********'],
        ['02/11/26', UPI, '0000630612345601', '02/11/26', null, 118000, 128000],
        ['03/11/26', CHARGE, '0000000000000000', '03/11/26', 17.7, null, 127982.3],
        ['03/11/26', IMPS, '0000630712345602', '03/11/26', null, 500, 128482.3],
        ['15/11/26', NEFT, 'SBINN52026111511431836', '15/11/26', null, 25000.5, 153482.8],
        [null],
        ['********', '********', '********', '********', '********', '********', '********'],
        ['STATEMENT SUMMARY  :-'],
        ['Opening Balance', 'Dr Count', 'Cr Count', 'Debits', 'Credits', null, 'Closing Bal'],
        [10000, 1, 3, 17.7, 143500.5, null, 153482.8],
        ['Generated On:', '16-Nov-2026 10:11:12', 'Generated By:', '99991234'],
        ['This is a computer generated statement and does not require signature.'],
      ],
      'biff8',
    ),
  'ICICI, .xls that starts in the second column, with a legend': () =>
    workbook(
      [
        [null, 'DETAILED STATEMENT'],
        [null, 'Account Number', null, '999901501234 ( INR )  - INVENTED OPERATOR'],
        [null, 'Transaction Date from', null, '01/11/2026', 'to', '15/11/2026'],
        [null, 'Advanced Search'],
        [null, 'Amount from', null, null, 'to'],
        [
          null,
          'S No.',
          'Value Date',
          'Transaction Date',
          'Cheque Number',
          'Transaction Remarks',
          'Withdrawal Amount(INR)',
          'Deposit Amount(INR)',
          'Balance(INR)',
        ],
        [
          null,
          '1',
          '02/11/2026',
          '02/11/2026',
          '-',
          'UPI/630612345601/rent/ananya.test@okaxis/State Bank Of I/ICI1234',
          '0.0',
          '118000.0',
          '128000.0',
        ],
        [null, '2', '03/11/2026', '03/11/2026', '-', CHARGE, '17.7', '0.0', '127982.3'],
        [
          null,
          '3',
          '03/11/2026',
          '03/11/2026',
          '-',
          'MMT/IMPS/630712345602/rent/BALU INVEN/HDFC0000001',
          '0.0',
          '500.0',
          '128482.3',
        ],
        [
          null,
          '4',
          '15/11/2026',
          '15/11/2026',
          '-',
          'NEFT-SBINN52026111511431836-CHITRA INVENTED-rent',
          '0.0',
          '25000.5',
          '153482.8',
        ],
        [null],
        [null, 'Legends Used in Account Statement'],
        [null, '1.', 'VAT/MAT/NFS - Cash withdrawal at other bank ATM'],
        [null, '2.', 'UPI - Unified Payment Interface'],
      ],
      'biff8',
    ),
  'ICICI, .csv with quotes, newest first': () =>
    text([
      'Transactions List -,,INVENTED OPERATOR,INR,999901501234',
      '"Sr No","Value Date","Transaction Date","Cheque Number","Transaction Remarks","Withdrawal Amount (INR )","Deposit Amount (INR )","Balance (INR )"',
      `"1","15/11/2026","15/11/2026","-",${quoted('NEFT-SBINN52026111511431836-CHITRA INVENTED')},"0.00","25,000.50","1,53,482.80"`,
      `"2","03/11/2026","03/11/2026","-",${quoted('MMT/IMPS/630712345602/rent, part/BALU')},"0.00","500.00","1,28,482.30"`,
      `"3","03/11/2026","03/11/2026","-",${quoted(CHARGE)},"17.70","0.00","1,27,982.30"`,
      `"4","02/11/2026","02/11/2026","-",${quoted('UPI/630612345601/rent/ananya.test@okaxis/SBI')},"0.00","1,18,000.00","1,28,000.00"`,
    ]),
  'SBI, tab-separated in UTF-16LE with a mark': () => utf16(sbi),
  'SBI, tab-separated in UTF-16LE without a mark': () => utf16(sbi, { hasMark: false }),
  'SBI, tab-separated in UTF-16BE with a mark': () => utf16(sbi, { isBig: true }),
  'SBI, tab-separated in Windows-1252': () =>
    Buffer.from(
      sbi
        .join('\n')
        .replace('NEAR MARKET', 'NEAR MARKET\x96\x91OLD\x92')
        .replaceAll('\t \t', '\t\xa0\t'),
      'latin1',
    ),
  'SBI, an HTML table named .xls': () =>
    htmlOf([
      [
        'Txn Date',
        'Value Date',
        'Description',
        'Ref No./Cheque No.',
        'Branch Code',
        'Debit',
        'Credit',
        'Balance',
      ],
      ['02-Nov-26', '02-Nov-26', UPI, '', '1234', '', '1,18,000.00', '1,28,000.00'],
      ['03-Nov-26', '03-Nov-26', 'SMS CHARGES', '', '1234', '17.70', '', '1,27,982.30'],
      ['03-Nov-26', '03-Nov-26', IMPS, '', '1234', '', '500.00', '1,28,482.30'],
      ['15-Nov-26', '15-Nov-26', NEFT, '', '1234', '', '25,000.50', '1,53,482.80'],
    ]),
  'SBI, .csv with CR after the balance': () =>
    text([
      'State Bank of India',
      '"Account No: XXXXXXX1234"',
      'Date,Details,Ref No./Cheque No,Debit,Credit,Balance',
      `02/11/2026,${UPI},,,"1,18,000.00","1,28,000.00CR"`,
      '03/11/2026,SMS CHARGES,,17.70,,"1,27,982.30CR"',
      `03/11/2026,${IMPS},,,500.00,"1,28,482.30CR"`,
      `15/11/2026,${NEFT},,,"25,000.50","1,53,482.80CR"`,
      ',,,,,',
      '"Statement Summary : Brought Forward 10,000.00 CR, Dr Count 1, Cr Count 3, Closing Balance 1,53,482.80 CR"',
    ]),
  'Axis, .csv with a preamble and legends': () =>
    text([
      'Name :- INVENTED OPERATOR',
      'Joint Holder :- -',
      '12 INVENTED ROAD',
      'Customer No :- 99991234',
      'Scheme :- CURRENT ACCOUNT',
      'Currency :- INR',
      '',
      'Statement of Account No :- 999010099991234 for the period (From : 01-11-2026 To : 15-11-2026)',
      '',
      'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
      '02-11-2026,-,UPI/P2A/630612345601/ANANYA INVENTED/rent/SBI,               ,    118000.00  ,     128000.00  ,1234',
      '03-11-2026,-,SMS CHARGES,          17.70  ,               ,     127982.30  ,1234',
      '03-11-2026,-,IMPS/P2A/630712345602/BALU INVENTED/HDFC/rent,               ,       500.00  ,     128482.30  ,1234',
      '15-11-2026,-,NEFT/SBINN52026111511431836/CHITRA INVENTED/SBI,               ,     25000.50  ,     153482.80  ,1234',
      '',
      '',
      'Unless the constituent notifies the bank immediately of any discrepancy found by him/her in this statement of Account, it will be taken that he/she has found the account correct.',
      'The closing balance as shown/displayed includes not only the credit balance and / or overdraft limit, but also funds which are under clearing.',
      'Legends :',
      'ICONN - Transaction trough Internet Banking',
      '',
      '++++ End of Statement ++++',
    ]),
  'Axis, .xlsx with one amount and Debit/Credit': () =>
    workbook(
      [
        ['Account Statement Report'],
        ['Account No', null, '999010099991234'],
        [
          'S.No',
          'Transaction Date\n(dd/mm/yyyy)',
          'Value Date\n(dd/mm/yyyy)',
          'Particulars',
          'Amount(INR)',
          'Debit/Credit',
          'Balance(INR)',
          'Cheque Number',
          'Branch Name(SOL)',
        ],
        [1, '02/11/2026', '02/11/2026', UPI, 118000, 'CR', 128000, null, 'INVENTED (1234)'],
        [2, '03/11/2026', '03/11/2026', CHARGE, 17.7, 'DR', 127982.3, null, 'INVENTED (1234)'],
        [3, '03/11/2026', '03/11/2026', IMPS, 500, 'CR', 128482.3, null, 'INVENTED (1234)'],
        [4, '15/11/2026', '15/11/2026', NEFT, 25000.5, 'CR', 153482.8, null, 'INVENTED (1234)'],
        [null, null, null, 'TRANSACTION TOTAL DR/CR', '17.70/143500.50'],
      ],
      'xlsx',
    ),
  'Kotak, .csv with two columns named Dr / Cr and totals': () =>
    text([
      'INVENTED OPERATOR,,,,,,,',
      ',,,,"Cust.Reln.No. 99991234",,,',
      ',,,,"Account No. 9999991234",,,',
      '"Sl. No.","Date","Description","Chq / Ref number","Amount","Dr / Cr","Balance","Dr / Cr"',
      '"1","02/11/2026","UPI/ANANYA INVENTED/630612345601/rent","UPI-630654174598","1,18,000.00","CR","1,28,000.00","CR"',
      '"2","03/11/2026","Chrg: SMS QUARTERLY","TBMS-1","17.70","DR","1,27,982.30","CR"',
      '"3","03/11/2026","IMPS/BALU INVENTED/630712345602/rent","IMPS-630712345602","500.00","CR","1,28,482.30","CR"',
      '"4","15/11/2026","NEFT SBINN52026111511431836 CHITRA","NEFTINW-1","25,000.50","CR","1,53,482.80","CR"',
      '',
      '"Opening balance","as on 01/11/2026   INR 10,000.00",,,,,,',
      '"Closing balance","as on 15/11/2026   INR 1,53,482.80",,,,,,',
      '"You may call our 24-hour Customer Contact Centre at our number 1860 000 0000",,,,,,,',
    ]),
  'Kotak, signed amounts and rupee signs in the headings': () =>
    text([
      '\uFEFFAccount Statement,01 Nov 2026 - 15 Nov 2026',
      'Account No.,9999991234',
      '#,TRANSACTION DATE,VALUE DATE,TRANSACTION DETAILS,CHQ / REF NO.,DEBIT/CREDIT(₹),BALANCE(₹)',
      '1,02 Nov 2026 10:11 AM,02 Nov 2026,UPI/ANANYA INVENTED/630612345601/rent,UPI-630654174598,"+1,18,000.00","1,28,000.00"',
      '2,03 Nov 2026 06:11 AM,03 Nov 2026,Chrg: SMS QUARTERLY,,-17.70,"1,27,982.30"',
      '3,03 Nov 2026 10:11 AM,03 Nov 2026,IMPS/BALU INVENTED/630712345602/rent,,+500.00,"1,28,482.30"',
      '4,15 Nov 2026 10:11 PM,15 Nov 2026,NEFT SBINN52026111511431836 CHITRA,,"+25,000.50","1,53,482.80"',
      'End of Statement',
    ]),
  'PNB, amounts apart and Cr. after the balance, newest first': () =>
    text([
      'Account Number,XXXXXXXXXXXX1234',
      'Account Statement for the period,01/11/2026 to 15/11/2026',
      'Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance',
      'S4,15/11/2026,NEFT_IN:SBINN52026111511431836/0001/CHITRA INVENTED,INVENTED,,,"25,000.50","1,53,482.80 Cr."',
      'M3,03/11/2026,IMPS-IN/630712345602/9999999999/BALU INVENTED,INVENTED,,,500.00,"1,28,482.30 Cr."',
      'M2,03/11/2026,SMS CHRG FOR:01-07-2026to30-09-2026,INVENTED,,17.70,,"1,27,982.30 Cr."',
      'M1,02/11/2026,UPI/CR/630612345601/ANANYA I/SBIN/ananya.test@okaxis,INVENTED,,,"1,18,000.00","1,28,000.00 Cr."',
      '',
      'Unless constituent notifies the bank immediately of any discrepancy found by him in this statement',
    ]),
  'Canara, .csv whose cells are written as ="text"': () =>
    text([
      'Current & Saving Account Statement',
      'Account Number,="9999999991234"',
      'Searched By,From 01 Nov 2026 To 15 Nov 2026',
      'Opening Balance,"Rs. 10,000.00"',
      'Closing Balance,"Rs. 1,53,482.80"',
      '',
      'Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance,',
      '="02-11-2026 10:11:12",="02 Nov 2026",,UPI/CR/630612345601/ANANYA I/SBIN/ananya.test@okaxis,1234,,"1,18,000.00","1,28,000.00",',
      '="03-11-2026 06:11:12",="03 Nov 2026",,SMS CHARGES,1234,17.70,,"1,27,982.30",',
      '="03-11-2026 10:11:12",="03 Nov 2026",,IMPS-CR-BALU INVENTED-630712345602,1234,,500.00,"1,28,482.30",',
      '="15-11-2026 22:11:12",="15 Nov 2026",,NEFT CR-SBIN0000001-CHITRA INVENTED-SBINN52026111511431836,1234,,"25,000.50","1,53,482.80",',
      'END OF STATEMENT',
    ]),
  'Yes Bank, .csv with a heading on each page': () =>
    text([
      'YES BANK,Statement of account,Account 999999999991234',
      'Transaction Date,Value Date,Description,Reference Number,Withdrawals,Deposits,Running Balance',
      '2026-11-02,2026-11-02,UPI/630612345601/From:ananya.test@okaxis/To:x/rent,YBP1,,"118,000.00","128,000.00"',
      '2026-11-03,2026-11-03,SMS CHARGES,YBP2,17.70,,"127,982.30"',
      'Page 1 of 2',
      'Transaction Date,Value Date,Description,Reference Number,Withdrawals,Deposits,Running Balance',
      '2026-11-03,2026-11-03,IMPS/630712345602/BALU INVENTED/XX1234/rent,YBP3,,500.00,"128,482.30"',
      '2026-11-15,2026-11-15,NEFT Cr-SBINN52026111511431836-CHITRA INVENTED,YBP4,,"25,000.50","153,482.80"',
      'Page 2 of 2',
    ]),
  'Indian Overseas Bank, two dates on two lines of a cell': () =>
    text([
      'Account No : 999902000001234',
      'Date(Value Date),Particulars,Ref No./Cheque No.,Transaction Type,Debit(Rs),Credit(Rs),Balance(Rs)',
      '"02-Nov-26\n(02-Nov-26)","UPI/630612345601/CR/ANANYA I/SBIN/\nananya.test@okaxis",S1,Transfer,-,"1,18,000.00","1,28,000.00"',
      '"03-Nov-26\n(03-Nov-26)",SMS CHARGES,,Transfer,17.70,-,"1,27,982.30"',
      '"03-Nov-26\n(03-Nov-26)","IMPS/630712345602/\nBALU INVENTED",S3,Transfer,-,500.00,"1,28,482.30"',
      '"15-Nov-26\n(15-Nov-26)","NEFT SBINN52026111511431836\nCHITRA INVENTED",S4,Transfer,-,"25,000.50","1,53,482.80"',
      'Total,,,,17.70,"1,43,500.50",',
    ]),
  'IDFC FIRST, .xlsx with an opening balance and totals': () =>
    workbook(
      [
        ['STATEMENT OF ACCOUNT'],
        ['CUSTOMER ID', ': 9999991234', null, 'ACCOUNT NO', ': 99999991234'],
        ['STATEMENT PERIOD', ': 01-NOV-2026 TO 15-NOV-2026'],
        [
          'Transaction Date',
          'Value Date',
          'Particulars',
          'Cheque No.',
          'Debit',
          'Credit',
          'Balance',
        ],
        [null, null, 'Opening Balance', null, null, null, '10,000.00'],
        [
          '02-Nov-2026',
          '02-Nov-2026',
          'UPI/CR/630612345601/ANANYA',
          null,
          null,
          '1,18,000.00',
          '1,28,000.00',
        ],
        ['03-Nov-2026', '03-Nov-2026', 'SMS CHARGES', null, '17.70', null, '1,27,982.30'],
        [
          '03-Nov-2026',
          '03-Nov-2026',
          'IMPS-INET/630712345602/BALU',
          null,
          null,
          '500.00',
          '1,28,482.30',
        ],
        [
          '15-Nov-2026',
          '15-Nov-2026',
          'NEFT/SBINN52026111511431836/CHITRA',
          null,
          null,
          '25,000.50',
          '1,53,482.80',
        ],
        [
          'Total number of Debits',
          'Total number of Credits',
          'Total Debit',
          null,
          'Total Credit',
          null,
          'Closing Balance',
        ],
        [1, 3, '17.70', null, '1,43,500.50', null, '1,53,482.80'],
      ],
      'xlsx',
    ),
  'Federal, .csv with pages, a grand total and DR/CR of the balance': () =>
    text([
      'FEDERAL BANK',
      'Statement of Account for the period 01-11-2026 to 15-11-2026',
      'Account Number :,99990200001234',
      'Date,Value Date,Particulars,Tran Type,Tran ID,Cheque Details,Withdrawals,Deposits,Balance,DR/CR',
      ',,Opening Balance,,,,,,10000.00,CR',
      '02-NOV-2026,02-NOV-2026,UPI IN/630612345601/ananya.test@okaxis/rent,TFR,S1001,,,118000.00,128000.00,CR',
      '03-NOV-2026,03-NOV-2026,SMS CHARGES,SBINT,S1002,,17.70,,127982.30,CR',
      'Date,Value Date,Particulars,Tran Type,Tran ID,Cheque Details,Withdrawals,Deposits,Balance,DR/CR',
      ',,Balance B/F,,,,,,127982.30,CR',
      '03-NOV-2026,03-NOV-2026,IMPS IN/630712345602/BALU INVENTED,TFR,S1003,,,500.00,128482.30,CR',
      '15-NOV-2026,15-NOV-2026,NEFT IN/SBINN52026111511431836/CHITRA INVENTED,TFR,S1004,,,25000.50,153482.80,CR',
      ',,GRAND TOTAL,,,,17.70,143500.50,153482.80,CR',
      '*** END OF STATEMENT ***',
    ]),
  'Bank of Baroda, .csv newest first, dashes and Cr after the balance': () =>
    text([
      'Account Statement from 01-11-2026 to 15-11-2026',
      'S.No,Date,Description,Cheque No,Debit,Credit,Balance,Value Date',
      '1,15-11-2026,NEFT-SBINN52026111511431836-CHITRA INVENTED,-,-,"25,000.50","1,53,482.80 Cr",15-11-2026',
      '2,03-11-2026,IMPS/630712345602/BALU INVENTED/rent,-,-,500.00,"1,28,482.30 Cr",03-11-2026',
      '3,03-11-2026,SMS CHARGES,-,17.70,-,"1,27,982.30 Cr",03-11-2026',
      '4,02-11-2026,UPI/630612345601/10:11:12/UPI/ananya.test@okaxis,-,-,"1,18,000.00","1,28,000.00 Cr",02-11-2026',
    ]),
  'Bank of Baroda, an .xls that is an HTML table': () =>
    htmlOf([
      [
        'Serial No',
        'Transaction Date',
        'Value Date',
        'Description',
        'Cheque Number',
        'Debit',
        'Credit',
        'Balance',
      ],
      ['1', '02/11/2026', '02/11/2026', UPI, '', '', '1,18,000.00', '1,28,000.00Cr'],
      ['2', '03/11/2026', '03/11/2026', 'SMS CHARGES', '', '17.70', '', '1,27,982.30Cr'],
      ['3', '03/11/2026', '03/11/2026', IMPS, '', '', '500.00', '1,28,482.30Cr'],
      ['4', '15/11/2026', '15/11/2026', NEFT, '', '', '25,000.50', '1,53,482.80Cr'],
    ]),
  'Union Bank, amounts with (Cr) and (Dr)': () =>
    text([
      'Statement of Account,999902010001234',
      'Date,Transaction Id,Remarks,Amount(Rs.),Balance(Rs.)',
      '02/11/2026,S10000001,UPIAB/630612345601/CR/ANANYA/SBIN/ananya.test@okaxis,"118000.00 (Cr)","128000.00 (Cr)"',
      '03/11/2026,S10000002,SMS CHARGES,"17.70 (Dr)","127982.30 (Cr)"',
      '03/11/2026,S10000003,MOBFT/630712345602/BALU INVENTED/IMPS,"500.00 (Cr)","128482.30 (Cr)"',
      '15/11/2026,S10000004,NEFT:SBINN52026111511431836 CHITRA INVENTED,"25000.50 (Cr)","153482.80 (Cr)"',
    ]),
  'IndusInd, text of semicolons in UTF-16BE without a mark': () =>
    utf16(
      [
        'Account Statement;Account No 159999991234',
        'Date;Type;Description;Debit;Credit;Balance',
        `15 Nov 2026;Transfer Credit;${NEFT};-;25,000.50;1,53,482.80`,
        `03 Nov 2026;Transfer Credit;${IMPS};-;500.00;1,28,482.30`,
        '03 Nov 2026;Charge;"SMS; CHARGES";17.70;-;1,27,982.30',
        `02 Nov 2026;Transfer Credit;${UPI};-;1,18,000.00;1,28,000.00`,
      ],
      { isBig: true, hasMark: false },
    ),
  'Bandhan, dates in words and INR before amounts': () =>
    text([
      'Transaction Date,Value Date,Description,Amount,Dr / Cr,Balance',
      '"November02, 2026","November02, 2026",UPI/CR/C630612345601/ANANYA/SBIN,"INR1,18,000.00",Cr,"INR1,28,000.00"',
      '"November03, 2026","November03, 2026",SMS CHARGES,INR17.70,Dr,"INR1,27,982.30"',
      '"November03, 2026","November03, 2026",IMPS/630712345602/BALU,INR500.00,Cr,"INR1,28,482.30"',
      '"November15, 2026","November15, 2026",NEFT/SBINN52026111511431836/CHITRA,"INR25,000.50",Cr,"INR1,53,482.80"',
    ]),
  'an ERP export with a minus after the amount': () =>
    text([
      'Posting Date|Text|Reference|Amount|Running Balance',
      `02.11.2026|${UPI}|630612345601|118000.00|128000.00`,
      '03.11.2026|SMS CHARGES||17.70-|127982.30',
      `03.11.2026|${IMPS}|630712345602|500.00|128482.30`,
      `15.11.2026|${NEFT}|SBINN52026111511431836|25000.50|153482.80`,
    ]),
  'an export with paid amounts in parentheses': () =>
    text([
      'Date,Particulars,Amount (Rs.),Balance (Rs.)',
      `02-Nov-2026,${UPI},"1,18,000.00","1,28,000.00"`,
      '03-Nov-2026,SMS CHARGES,(17.70),"1,27,982.30"',
      `03-Nov-2026,${IMPS},500.00,"1,28,482.30"`,
      `15-Nov-2026,${NEFT},"25,000.50","1,53,482.80"`,
    ]),
  'a workbook with dates as numbers and a heading of two merged rows': () =>
    workbook(
      [
        ['Statement of Account 9999991234'],
        ['Date', 'Particulars', 'Instrument', 'Amount', null, 'Balance'],
        [null, null, null, 'Withdrawal', 'Deposit', null],
        [46328, UPI, null, null, 118000, 128000],
        [46329, CHARGE, null, 17.7, null, 127982.3],
        [46329, IMPS, null, null, 500, 128482.3],
        [46341, NEFT, null, null, 25000.5, 153482.8],
        ['Total', null, null, 17.7, 143500.5, null],
      ],
      'xlsx',
      (sheet) => {
        sheet['!merges'] = [
          { s: { r: 1, c: 3 }, e: { r: 1, c: 4 } },
          { s: { r: 1, c: 0 }, e: { r: 2, c: 0 } },
        ];
      },
    ),
  'narrations of two rows, with carried balances of each page': () =>
    text([
      'Date,Particulars,Chq No,Withdrawals,Deposits,Balance',
      ',B/F,,,,"10,000.00"',
      '02-11-2026,UPI/CR/630612345601/ANANYA,,,"1,18,000.00","1,28,000.00"',
      ',INVENTED/SBIN/ananya.test@okaxis,,,,',
      '03-11-2026,SMS CHARGES FOR THE,,17.70,,"1,27,982.30"',
      ',QUARTER,,,,',
      ',C/F,,,,"1,27,982.30"',
      'Page 1 of 2,,,,,',
      'Date,Particulars,Chq No,Withdrawals,Deposits,Balance',
      ',B/F,,,,"1,27,982.30"',
      '03-11-2026,IMPS/630712345602/BALU,,,500.00,"1,28,482.30"',
      ',INVENTED/HDFC/rent,,,,',
      '15-11-2026,NEFT/SBINN52026111511431836/,,,"25,000.50","1,53,482.80"',
      ',CHITRA INVENTED,,,,',
      ',TOTAL,,17.70,"1,43,500.50",',
    ]),
  'Axis corporate text with ~ between the cells': () =>
    text([
      'Tran Date~Value Date~Transaction Particulars~Chq No~Debit~Credit~Balance',
      `02-11-2026~02-11-2026~${UPI}~~~118000.00~128000.00`,
      '03-11-2026~03-11-2026~SMS CHARGES~~17.70~~127982.30',
      `03-11-2026~03-11-2026~${IMPS}~~~500.00~128482.30`,
      `15-11-2026~15-11-2026~${NEFT}~~~25000.50~153482.80`,
    ]),
  'lines whose quotes are broken': () =>
    text([
      'Date,Narration,Reference,Debit,Credit,Balance',
      '02-Nov-2026,"UPI/CR/630612345601/ANANYA "A" INVENTED",,,118000.00,128000.00',
      '03-Nov-2026,SMS 5" CHARGES,,17.70,,127982.30',
      '03-Nov-2026,IMPS/630712345602/BALU',
      'INVENTED,,,500.00,128482.30',
      '15-Nov-2026,NEFT/SBINN52026111511431836/CHITRA, INVENTED,,,25000.50,153482.80',
    ]),
  ...NEWER_STATEMENTS,
  ...ODD_STATEMENTS,
  ...BROKEN_STATEMENTS,
  ...FURTHER_STATEMENTS,
};
