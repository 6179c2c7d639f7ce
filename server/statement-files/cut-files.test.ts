import { expect, test } from 'vitest';
import { inventedRows, toWorkbook } from '../testing/statement-files.ts';
import { INVENTED_CAMT053, INVENTED_MT940 } from '../testing/statement-messages.ts';
import { readStatement } from './read.ts';

/** Bytes at the end that a reader may do without: padding, an end mark or line ends. */
const REST = 64;
const SAMPLES = 60;

const files: Record<string, () => Buffer> = {
  '.xlsx': () => toWorkbook(inventedRows('hdfc'), 'xlsx'),
  '.xls of Excel 97': () => toWorkbook(inventedRows('icici'), 'biff8'),
  MT940: () => Buffer.from(INVENTED_MT940),
  'CAMT.053': () => Buffer.from(INVENTED_CAMT053),
};

async function readCut(file: Buffer, length: number) {
  const reading = await readStatement(file.subarray(0, length), {});
  if (reading.kind !== 'lines') return { kind: reading.kind, keys: [] };
  return { kind: reading.kind, keys: reading.lines.map(({ key }) => key) };
}

test.each(Object.entries(files))(
  '%s that was cut at a sample of its bytes is refused, or has all lines',
  async (_, build) => {
    const file = build();
    const whole = await readCut(file, file.length);
    expect(whole.keys.length).toBeGreaterThan(1);
    const step = Math.max(1, Math.floor((file.length - REST) / SAMPLES));
    const wrong = [];
    for (let length = 1; length < file.length; length += length < file.length - REST ? step : 1) {
      const cut = await readCut(file, length);
      const isWhole = cut.keys.join() === whole.keys.join();
      if (cut.kind === 'lines' && !isWhole) wrong.push({ length, lines: cut.keys.length });
    }
    expect(wrong).toEqual([]);
  },
);
