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

/** Ends of lines and XML tags, the records and directory entries of a zip file, and the sectors of an old workbook. */
const MARKS = ['\n', '>', '</', 'PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006'];
const SECTOR = 512;

/** Returns lengths that cut the file before, within and after each mark. */
function structureOf(file: Buffer): number[] {
  const ends = MARKS.flatMap((mark) => {
    const found: number[] = [];
    for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
      found.push(at, at + 1, at + mark.length);
    }
    return found;
  });
  const sectors = Array.from({ length: Math.floor(file.length / SECTOR) }, (_, n) => n * SECTOR);
  return [...ends, ...sectors];
}

/** Returns lengths: samples, each of the last bytes, and the structure. */
function cutsOf(file: Buffer): number[] {
  const step = Math.max(1, Math.floor((file.length - REST) / SAMPLES));
  const samples = Array.from({ length: SAMPLES }, (_, n) => n * step);
  const last = Array.from({ length: REST }, (_, n) => file.length - REST + n);
  const all = new Set([...samples, ...last, ...structureOf(file)]);
  return [...all].filter((length) => length > 0 && length < file.length);
}

async function readCut(file: Buffer, length: number) {
  const reading = await readStatement(file.subarray(0, length), {});
  if (reading.kind !== 'lines') return { kind: reading.kind, keys: [] };
  return { kind: reading.kind, keys: reading.lines.map(({ key }) => key) };
}

test.each(Object.entries(files))(
  '%s that was cut at a boundary of its structure or at a sampled byte is refused, or has all lines',
  async (_, build) => {
    const file = build();
    const whole = await readCut(file, file.length);
    expect(whole.keys.length).toBeGreaterThan(1);
    const wrong = [];
    for (const length of cutsOf(file)) {
      const cut = await readCut(file, length);
      const isWhole = cut.keys.join() === whole.keys.join();
      if (cut.kind === 'lines' && !isWhole) wrong.push({ length, lines: cut.keys.length });
    }
    expect(wrong).toEqual([]);
  },
);
