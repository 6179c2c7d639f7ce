import { describe, expect, test } from 'vitest';
import {
  INVENTED_LAYOUTS,
  INVENTED_PAYMENTS,
  inventedRows,
  toDelimited,
  toWorkbook,
} from '../testing/statement-files.ts';
import { readStatement } from './read.ts';
import type { Reading, Statement } from './reading.ts';
import type { TableOptions } from './table.ts';

async function read(file: string | Buffer, options: TableOptions = {}): Promise<Reading> {
  return readStatement(typeof file === 'string' ? Buffer.from(file) : file, options);
}

async function readLines(file: string | Buffer, options?: TableOptions): Promise<Statement> {
  const reading = await read(file, options);
  if (reading.kind !== 'lines') throw new Error(JSON.stringify(reading));
  return reading;
}

const payments = INVENTED_PAYMENTS.map(({ day, paise, balancePaise }) => ({
  bookedOn: day.join('-'),
  paise,
  balancePaise,
}));
const utrs = ['621712345601', null, '621812345602', 'SBINN22026081311431836', null, null];

function expectPayments(statement: Statement): void {
  expect(statement.lines).toMatchObject(payments);
  expect(statement.lines.map(({ utr }) => utr)).toEqual(utrs);
  expect(statement.lines[0]).toMatchObject({ ourReference: 'DEP-1785900000123', rail: 'upi' });
  expect(statement).toMatchObject({ skipped: [], gaps: [], checked: 5 });
  expect(new Set(statement.lines.map(({ key }) => key)).size).toBe(payments.length);
}

describe.each(Object.keys(INVENTED_LAYOUTS))('the layout of %s', (bank) => {
  const rows = inventedRows(bank);

  test.each([
    ['comma-separated', toDelimited(rows)],
    ['tab-separated', toDelimited(rows, '\t', '\n')],
    ['semicolon-separated', toDelimited(rows, ';', '\r')],
    ['padded', toDelimited(rows.map((row) => row.map((cell) => ` ${cell}   `)))],
  ])('is read from %s text', async (_, text) => {
    const statement = await readLines(text);
    expectPayments(statement);
    expect(statement).toMatchObject({ bank, format: 'text' });
    expect(statement.accountNumber).toMatch(/1234$/);
  });

  test.each(['xlsx', 'biff8', 'html', 'xlml'] as const)(
    'is read from a file of type %s',
    async (type) => {
      const statement = await readLines(toWorkbook(rows, type));
      expectPayments(statement);
      expect(statement).toMatchObject({ bank, format: 'workbook' });
    },
  );

  test.each([
    ['UTF-16', Buffer.from(`\ufeff${toDelimited(rows)}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(toDelimited(rows), 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${toDelimited(rows)}`, 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${toDelimited(rows)}`)],
  ])('is read from %s', async (_, file) => {
    expectPayments(await readLines(file));
  });
});

test('reads Windows-1252 where the text is not UTF-8', async () => {
  const rows = inventedRows('hdfc').map((row) =>
    row.map((cell) => cell.replace('ANANYA', 'ANDRÉ')),
  );
  const { lines } = await readLines(Buffer.from(toDelimited(rows), 'latin1'));
  expect(lines[0]?.narration).toContain('ANDRÉ');
});

test('reads dates and numbers of typed cells', async () => {
  const rows = [
    ['Date', 'Narration', 'Chq./Ref.No.', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
    [new Date(Date.UTC(2026, 7, 5)), 'UPI-ANANYA', 621712345601, null, 118000.1, 128000.1],
    [new Date(Date.UTC(2026, 7, 6)), 'CHARGES', null, 0.1 + 0.2, null, 127999.8],
  ];
  for (const type of ['xlsx', 'biff8'] as const) {
    const { lines, gaps } = await readLines(toWorkbook(rows, type));
    expect(lines).toMatchObject([
      { bookedOn: '2026-08-05', paise: 118_000_10, utr: '621712345601' },
      { bookedOn: '2026-08-06', paise: -30, utr: null },
    ]);
    expect(gaps).toEqual([]);
  }
});

describe('broken lines', () => {
  const heading =
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
  const body = (lines: string) => readLines(`${heading}\n${lines}`);

  test('joins a row that a line end in the narration cut', async () => {
    const { lines, skipped } = await body(
      '05/08/26,UPI-ANANYA-62171234\n5601-NOTE,0,05/08/26,,500.00,1500.00\n13/08/26,CASH,0,13/08/26,,1.00,1501.00\n',
    );
    expect(lines).toMatchObject([{ paise: 500_00 }, { paise: 1_00 }]);
    expect([lines[0]?.utr, skipped]).toEqual(['621712345601', []]);
  });

  test('adds the following rows of a narration to their line, but not a footer', async () => {
    const { lines } = await body(
      '05/08/26,UPI-ANANYA-62171234,0,05/08/26,,500.00,1500.00\n,5601-NOTE,,,,,\n\nThis is a footer,,,,,,\n,End of statement,,,,,\n',
    );
    expect(lines).toMatchObject([
      { utr: '621712345601', narration: 'UPI-ANANYA-62171234 5601-NOTE' },
    ]);
  });

  test('keeps a delimiter in a narration without quotes, and in amounts', async () => {
    const { lines, skipped } = await body(
      '05/08/26,UPI-ANANYA, RENT,0,05/08/26,,500.00,1500.00\n13/08/26,CASH,0,13/08/26,,1,18,000.00,1,19,500.00\n',
    );
    expect(lines).toMatchObject([
      { paise: 500_00, narration: 'UPI-ANANYA,RENT' },
      { paise: 118_000_00, balancePaise: 119_500_00 },
    ]);
    expect(skipped).toEqual([]);
  });

  test('reads a quote that is never closed as text', async () => {
    const { lines } = await body(
      '05/08/26,"UPI ANANYA,0,05/08/26,,500.00,1500.00\n13/08/26,6" PIPE,0,13/08/26,,1.00,1501.00\n',
    );
    expect(lines).toMatchObject([{ narration: '"UPI ANANYA' }, { narration: '6" PIPE' }]);
  });

  test('reports each row that is not a line with a reason', async () => {
    const { lines, skipped } = await body(
      [
        '05/08/26,GOOD,0,05/08/26,,500.00,1500.00',
        '31/02/26,NO SUCH DAY,0,,,5.00,1505.00',
        ',NO DAY,0,,,5.00,1510.00',
        '13/08/26,TWO AMOUNTS,0,13/08/26,5.00,5.00,1510.00',
        '13/08/26,OPENING BALANCE,0,13/08/26,,,1510.00',
        '13/08/26,NO NUMBER,0,13/08/26,,5.0O,1510.00',
        'a,b,c,d,e,f,g,h',
        '13/08/26,TOO,MANY,CELLS,AND,NO,NUMBERS,AT,ALL,HERE',
      ].join('\n'),
    );
    expect(lines).toHaveLength(1);
    expect(skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'date'],
      [4, 'noDate'],
      [5, 'bothAmounts'],
      [6, 'noAmount'],
      [7, 'amount'],
      [9, 'columns'],
    ]);
  });
});

describe('dates', () => {
  const heading = 'Posting Date,Details,Debit,Credit,Balance\n';

  test('returns a question if a file of an unknown bank proves no order', async () => {
    const file = `${heading}05/08/2026,CASH,,500.00,1500.00\n06/08/2026,CASH,,500.00,2000.00\n`;
    const question = await read(file);
    expect(question).toMatchObject({ kind: 'dates', samples: ['05/08/2026', '06/08/2026'] });
    const dayFirst = await readLines(file, { dateOrder: 'dmy' });
    expect(dayFirst.lines.map(({ bookedOn }) => bookedOn)).toEqual(['2026-08-05', '2026-08-06']);
    const monthFirst = await readLines(file, { dateOrder: 'mdy' });
    expect(monthFirst.lines.map(({ bookedOn }) => bookedOn)).toEqual(['2026-05-08', '2026-06-08']);
    const fingerprint = question.kind === 'dates' ? (question.fingerprint ?? '') : '';
    const saved = [{ fingerprint, columns: null, signs: null, dateOrder: 'mdy' as const }];
    expect((await readLines(file, { saved })).lines[0]?.bookedOn).toBe('2026-05-08');
  });

  test('takes the order that a date proves', async () => {
    const { lines } = await readLines(
      `${heading}08/05/2026,CASH,,500.00,1500.00\n08/25/2026,CASH,,500.00,2000.00\n`,
    );
    expect(lines.map(({ bookedOn }) => bookedOn)).toEqual(['2026-08-05', '2026-08-25']);
  });
});

describe('unknown columns', () => {
  const rows =
    'Invented ledger\nWhen,Text,Out,In\n13/08/2026,UPI 622512345601,,500.00\n14/08/2026,FEE,2.00,\n';

  test('need a mapping, which is saved for files with the same headings', async () => {
    const unknown = await read(rows);
    expect(unknown).toMatchObject({ kind: 'mapping', headingRow: 1, known: null });
    const columns = { date: 0, narration: [1], reference: [], debit: 2, credit: 3 };
    const mapping = { headingRow: 1, columns, signs: 'columns', dateOrder: 'dmy' } as const;
    const mapped = await readLines(rows, { mapping });
    expect(mapped.lines).toMatchObject([{ paise: 500_00, utr: '622512345601' }, { paise: -2_00 }]);
    const saved = [
      { fingerprint: mapped.fingerprint ?? '', columns, signs: null, dateOrder: null },
    ];
    const shifted = rows
      .split('\n')
      .map((row) => `,${row}`)
      .join('\n');
    const again = await readLines(shifted, { saved });
    expect(again.lines.map(({ key }) => key)).toEqual(mapped.lines.map(({ key }) => key));
  });

  test('are read by their numbers in a table without headings', async () => {
    const columns = { date: 0, narration: [1], reference: [], debit: 2, credit: 3 };
    const mapping = { headingRow: null, columns, signs: 'columns', dateOrder: 'dmy' } as const;
    const { lines, fingerprint } = await readLines(rows.split('\n').slice(2).join('\n'), {
      mapping,
    });
    expect([lines.length, fingerprint]).toEqual([2, null]);
  });
});

describe('a single column of amounts', () => {
  const file = (amounts: [string, string][]) =>
    [
      'Date,Details,Amount,Balance',
      ...amounts.map(([one, balance]) => `2026-08-13,CASH,${one},${balance}`),
    ].join('\n');

  test('is signed by Dr and Cr next to the number', async () => {
    const { lines } = await readLines(
      file([
        ['"1,500.00 Cr"', '1500.00Cr'],
        ['Dr 20.00', '"1,480.00"'],
      ]),
    );
    expect(lines).toMatchObject([{ paise: 1500_00 }, { paise: -20_00, balancePaise: 1480_00 }]);
  });

  test('is signed by a minus that the balances confirm', async () => {
    const { lines } = await readLines(
      file([
        ['1500.00', '1500.00'],
        ['-20.00', '1480.00'],
        ['(30.00)', '1450.00'],
      ]),
    );
    expect(lines.map(({ paise }) => paise)).toEqual([1500_00, -20_00, -30_00]);
  });

  test('needs a mapping if the balances confirm no sign', async () => {
    expect(
      await read(
        file([
          ['1500.00', ''],
          ['-20.00', ''],
        ]),
      ),
    ).toMatchObject({
      kind: 'mapping',
      known: { headingRow: 0 },
    });
    expect(
      await read(
        file([
          ['1500.00', ''],
          ['20.00', ''],
        ]),
      ),
    ).toMatchObject({ kind: 'mapping' });
  });
});

test('reports where the balances do not continue', async () => {
  const [first, ...others] = INVENTED_PAYMENTS;
  const missing = [first, ...others.slice(1)].filter((one) => one !== undefined);
  for (const bank of ['hdfc', 'kotak']) {
    const { gaps, lines } = await readLines(toDelimited(inventedRows(bank, missing)));
    expect(lines).toHaveLength(payments.length - 1);
    expect(gaps).toEqual([
      { row: expect.any(Number), expectedPaise: 128_500_00, foundPaise: 128_482_30 },
    ]);
  }
});

test('finds a later table with other headings in the same file', async () => {
  const file = [...inventedRows('yes').slice(0, 4), ...inventedRows('pnb').slice(2)];
  const { lines } = await readLines(toDelimited(file));
  expect(lines).toHaveLength(1 + INVENTED_PAYMENTS.length);
});

describe('a ledger of the operator, in which a debit is received money', () => {
  const rows = [
    ['05-Aug-26', 'To', 'Ananya Invented UPI/CR/621712345601', 'Receipt', '12', '500.00', ''],
    ['06-Aug-26', 'By', 'Bank Charges', 'Payment', '13', '', '17.70'],
    ['', 'By', 'Closing Balance', '', '', '', '482.30'],
  ];
  const heading = ['Date', 'Particulars', '', 'Vch Type', 'Vch No.', 'Debit', 'Credit'];
  const file = (above: string[][], headings = heading) =>
    toDelimited([...above, headings, ...rows]);

  test.each([
    ['by its vouchers', file([['Invented Operator']])],
    ['by its title', file([['Ledger: Invented Bank']], heading.with(3, 'Type').with(4, 'No.'))],
  ])('is recognized %s, and its columns of money are a question', async (_, ledger) => {
    const reading = await read(ledger);
    expect(reading).toMatchObject({ kind: 'mapping', headingRow: 1, known: null });
    expect(reading.kind === 'mapping' && reading.suggested).toEqual({
      date: 0,
      narration: [1],
      reference: expect.any(Array),
    });
  });

  test('is read as the administrator describes it', async () => {
    const columns = { date: 0, narration: [1, 2], reference: [], debit: 6, credit: 5 };
    const { lines } = await readLines(file([]), {
      mapping: { headingRow: 0, columns, signs: 'columns', dateOrder: 'dmy' },
    });
    expect(lines.map(({ paise, utr }) => [paise, utr])).toEqual([
      [500_00, '621712345601'],
      [-17_70, null],
    ]);
  });

  test('is not a statement with a balance that the bank calls that of the ledger', async () => {
    const above = [['Ledger Balance : 482.30']];
    const statement = toDelimited([...above, ...inventedRows('sbi')]);
    expect((await readLines(statement)).lines).toHaveLength(INVENTED_PAYMENTS.length);
  });
});
