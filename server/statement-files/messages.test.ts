import { expect, test } from 'vitest';
import { INVENTED_CAMT053, INVENTED_MT940 } from '../testing/statement-messages.ts';
import { readStatement } from './read.ts';

const read = (text: string) => readStatement(Buffer.from(text), {});

test('reads a SWIFT MT940 statement', async () => {
  const statement = await read(INVENTED_MT940);
  expect(statement).toMatchObject({
    kind: 'lines',
    format: 'mt940',
    accountNumber: '50100000001234',
    skipped: [],
    gaps: [],
    checked: 1,
    lines: [
      {
        bookedOn: '2026-08-05',
        paise: 118_000_00,
        utr: '621712345601',
        transactionId: 'S1234501',
        vpa: 'ananya.test@okaxis',
        ourReference: 'DEP-1785900000123',
      },
      { paise: -17_70, narration: 'CHARGES SMS', reference: 'S1234502' },
      { paise: -500_00, utr: '621812345602', isReturn: true },
      {
        bookedOn: '2026-01-02',
        valueOn: '2025-12-31',
        paise: 25_000_50,
        narration: 'SUPPLEMENTARY DETAILS',
      },
    ],
  });
});

test.each([
  ['line ends of CR alone', INVENTED_MT940.replaceAll('\r\n', '\r')],
  ['a title before it', INVENTED_MT940.replace(/^.*/, 'Statement of an invented bank\r\n')],
  ['a field :940: before it', INVENTED_MT940.replace(/^.*/, ':940:')],
])('reads an MT940 statement with %s', async (_, text) => {
  expect(await read(text)).toMatchObject({ format: 'mt940', checked: 1, gaps: [] });
});

test('compares the balances of an MT940 statement', async () => {
  expect(await read(INVENTED_MT940.replace('D17,7', 'D18,'))).toMatchObject({
    gaps: [{ expectedPaise: 152_482_50, foundPaise: 152_482_80 }],
  });
});

test('refuses an MT940 statement without its closing balance, and skips other currencies', async () => {
  const cut = INVENTED_MT940.slice(0, INVENTED_MT940.indexOf(':62F:'));
  expect(await read(cut)).toEqual({ kind: 'fault', fault: 'damaged', row: null });
  const dollars = await read(INVENTED_MT940.replaceAll('INR', 'USD'));
  expect(dollars).toMatchObject({ lines: [], skipped: Array(4).fill({ reason: 'currency' }) });
});

test('reads a CAMT.053 document', async () => {
  const statement = await read(INVENTED_CAMT053);
  expect(statement).toMatchObject({
    kind: 'lines',
    format: 'camt053',
    accountNumber: '50100000001234',
    lines: [
      { bookedOn: '2026-08-05', valueOn: '2026-08-06', paise: 400_00, utr: '621712345601' },
      {
        paise: 600_00,
        utr: '621712345602',
        narration: 'DEP-1785900000123 Ananya & Balu (Invented)',
        ourReference: 'DEP-1785900000123',
      },
      { paise: -17_70, transactionId: 'S2', narration: 'CHARGES' },
    ],
    skipped: [{ reason: 'notBooked' }, { reason: 'currency' }],
  });
});

test('reads a CAMT.053 document in an envelope, and its structured references', async () => {
  const document = INVENTED_CAMT053.replace(/^.*\n/, '').replaceAll(
    '<Ustrd>DEP-1785900000123</Ustrd>',
    '<Strd><CdtrRefInf><Ref>DEP-1785900000123</Ref></CdtrRefInf></Strd>',
  );
  const statement = await read(`<Message><Header/><Body>${document}</Body></Message>`);
  expect(statement).toMatchObject({
    lines: [{ ourReference: 'DEP-1785900000123' }, { ourReference: 'DEP-1785900000123' }, {}],
  });
});

test('compares the balances of a CAMT.053 document without skipped entries', async () => {
  const booked = INVENTED_CAMT053.replace(/<Ntry><Amt Ccy="...">5\.00.*\n/g, '');
  expect(await read(booked)).toMatchObject({ checked: 1, gaps: [], skipped: [] });
  expect(await read(booked.replace('10982.30', '10983.30'))).toMatchObject({
    gaps: [{ expectedPaise: 10_982_30, foundPaise: 10_983_30 }],
  });
});
