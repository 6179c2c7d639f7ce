import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  INVENTED_LAYOUTS,
  INVENTED_PAYMENTS,
  type InventedPayment,
  inventedRows,
  toDelimited,
  toWorkbook,
} from '../testing/statement-files.ts';
import { INVENTED_CAMT053, INVENTED_MT940 } from '../testing/statement-messages.ts';
import { readStatement } from './read.ts';

async function keysOf(file: string | Buffer): Promise<string[]> {
  const reading = await readStatement(Buffer.from(file), {});
  if (reading.kind !== 'lines') throw new Error(JSON.stringify(reading));
  return reading.lines.map(({ key }) => key);
}

/** Few different texts and amounts, so that many payments are equal. */
const payments: fc.Arbitrary<InventedPayment[]> = fc
  .array(
    fc.record({
      narration: fc.constantFrom('CASH', 'UPI/621712345601/A', 'FEE, "SMS"', '  CASH'),
      paise: fc.constantFrom(500_00, 118_000_50, -500_00, 1),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drafts) => {
    let balancePaise = 1_000_000_00;
    return drafts.map((draft, n) => {
      balancePaise += draft.paise;
      const day = String(13 + Math.floor(n / 4)).padStart(2, '0');
      return { ...draft, day: ['2026', '08', day], reference: '', balancePaise };
    });
  });
const banks = fc.constantFrom(...Object.keys(INVENTED_LAYOUTS));

test('reads every generated statement, with a different key for each payment', async () => {
  await fc.assert(
    fc.asyncProperty(banks, payments, async (bank, list) => {
      const reading = await readStatement(Buffer.from(toDelimited(inventedRows(bank, list))), {});
      if (reading.kind !== 'lines') throw new Error(JSON.stringify(reading));
      // Two payments that cancel each other fit to the balances in both orders.
      const amounts = [reading.lines, list].map((some) =>
        some.map(({ paise }) => paise).toSorted(),
      );
      expect(amounts[0]).toEqual(amounts[1]);
      expect(new Set(reading.lines.map(({ key }) => key)).size).toBe(list.length);
      expect([reading.gaps, reading.skipped]).toEqual([[], []]);
    }),
    { numRuns: 200, endOnFailure: true, seed: 1 },
  );
});

test('gives a line the same key in overlapping statements', async () => {
  await fc.assert(
    fc.asyncProperty(banks, payments, fc.nat(), fc.nat(), async (bank, list, one, other) => {
      const days = [...new Set(list.map(({ day }) => day[2]))];
      const [from = '', to = ''] = [one, other].map((n) => days[n % days.length]).toSorted();
      const part = list.filter(({ day }) => day[2] >= from && day[2] <= to);
      const [whole, overlapping] = await Promise.all(
        [list, part].map((rows) => keysOf(toDelimited(inventedRows(bank, rows)))),
      );
      expect(whole).toEqual(expect.arrayContaining(overlapping ?? []));
    }),
    { numRuns: 100, endOnFailure: true, seed: 1 },
  );
});

test('gives a line the same key in text and in a workbook', async () => {
  const rows = inventedRows('hdfc');
  const padded = rows.map((row) => row.map((cell) => `  ${cell} `));
  const keys = await keysOf(toDelimited(rows));
  expect(await keysOf(toDelimited(padded, '\t'))).toEqual(keys);
  expect(await keysOf(toWorkbook(rows, 'xlsx'))).toEqual(keys);
});

test('gives equal payments different keys by their balance if a statement begins between them', async () => {
  const twice = INVENTED_PAYMENTS.slice(-2);
  const keys = await keysOf(toDelimited(inventedRows('hdfc', twice)));
  const second = await keysOf(toDelimited(inventedRows('hdfc', twice.slice(1))));
  expect(second).toEqual(keys.slice(1));
});

describe('a file that is cut at any byte', () => {
  const rows = inventedRows('hdfc');
  test.each([
    ['text', Buffer.from(toDelimited(rows)), 7],
    ['UTF-16', Buffer.from(`\ufeff${toDelimited(rows)}`, 'utf16le'), 13],
    ['MT940', Buffer.from(INVENTED_MT940), 3],
    ['CAMT.053', Buffer.from(INVENTED_CAMT053), 17],
    ['.xlsx', toWorkbook(rows, 'xlsx'), 211],
    ['.xls', toWorkbook(rows, 'biff8'), 499],
    ['HTML', toWorkbook(rows, 'html'), 101],
  ])('is refused or has no line that the whole file lacks: %s', async (_, file, step) => {
    const whole = await keysOf(file);
    for (let length = 0; length < file.length; length += step) {
      const reading = await readStatement(file.subarray(0, length), {});
      if (reading.kind !== 'lines') continue;
      expect(whole).toEqual(expect.arrayContaining(reading.lines.map(({ key }) => key)));
    }
  });
});
