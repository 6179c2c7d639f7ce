import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildBomb,
  buildLyingBomb,
  buildSheet,
  buildWorkbook,
  buildZip,
  cell,
  ENTITIES,
} from '../testing/hostile-statements.ts';
import { createRandom } from '../testing/random.ts';
import { inventedRows, toDelimited, toWorkbook } from '../testing/statement-files.ts';
import { INVENTED_CAMT053 } from '../testing/statement-messages.ts';
import { unpack } from './packed-lines.ts';
import { readInWorker } from './read-in-worker.ts';

const MB = 1024 * 1024;
/** A deadline that a busy machine keeps, too. */
const PATIENT_MS = 60_000;
const HEADING = 'Date,Narration,Debit,Credit,Balance\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-statements-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function store(bytes: Buffer): Promise<string> {
  const file = path.join(folder, createHash('sha256').update(bytes).digest('hex'));
  await writeFile(file, bytes);
  return file;
}

/** Bytes of every value, the same in each run. */
function buildNoise(bytes: number): Buffer {
  const random = createRandom(1);
  return Buffer.from(Uint8Array.from({ length: bytes }, () => random() * 256));
}

describe('a hostile file is refused by a limit of its contents, before the deadline', () => {
  test.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['a zip bomb', 'unzippedTooLarge', buildBomb],
    ['a zip bomb that declares a small size', 'unzippedTooLarge', buildLyingBomb],
    [
      'a million columns of text',
      'tooManyColumns',
      () => Buffer.from(`${HEADING}${'1,'.repeat(1e6)}`),
    ],
    [
      'a million columns of a sheet',
      'tooManyColumns',
      () => buildWorkbook(buildSheet(`<row r="1">${'<c><v>1</v></c>'.repeat(1e6)}</row>`)),
    ],
    [
      'a cell in a column that no spreadsheet has',
      'tooManyColumns',
      () => buildWorkbook(buildSheet(`<row r="1">${cell('ZZZZZZ1', 'x')}</row>`)),
    ],
    [
      'millions of cells in few columns',
      'tooMuchWork',
      () => Buffer.from(`${HEADING}${`${'a,'.repeat(80)}\n`.repeat(90_000)}`),
    ],
    ['a million rows', 'tooManyRows', () => Buffer.from(`${HEADING}${'\n'.repeat(1e6)}`)],
    [
      'a formula in a sheet',
      'formula',
      () =>
        buildWorkbook(
          buildSheet(
            `<row r="1">${['Date', 'Narration', 'Debit', 'Credit'].map((text, n) => cell(`${'ABCD'[n]}1`, text)).join('')}</row><row r="2">${cell('A2', '2026-08-13')}${cell('B2', 'CASH')}<c r="D2"><f>1+1</f><v>2</v></c></row>`,
          ),
        ),
    ],
    ['a formula in text', 'formula', () => Buffer.from(`${HEADING}2026-08-13,CASH,,=1+1,2\n`)],
    [
      'XML entities',
      'xmlEntities',
      () => Buffer.from(INVENTED_CAMT053.replace('<Document', `${ENTITIES}<Document`)),
    ],
    ['XML entities in a sheet', 'xmlEntities', () => buildWorkbook(`${ENTITIES}${buildSheet('')}`)],
    [
      'XML entities in a sheet of one file',
      'xmlEntities',
      () => Buffer.from(`<?xml version="1.0"?>${ENTITIES}<Workbook>&b;</Workbook>`),
    ],
    [
      'deeply nested XML',
      'damaged',
      () => Buffer.from(INVENTED_CAMT053.replace('<Stmt>', `<Stmt>${'<a>'.repeat(1e6)}`)),
    ],
    ['random bytes in a .csv', 'binary', () => buildNoise(5 * MB)],
    [
      'random bytes after text',
      'binary',
      () => Buffer.concat([Buffer.from(toDelimited(inventedRows('hdfc'))), buildNoise(MB)]),
    ],
    [
      'a zip archive that is cut',
      'damaged',
      () => toWorkbook(inventedRows('hdfc'), 'xlsx').subarray(0, 3000),
    ],
    ['a zip archive without a workbook', 'damaged', () => buildZip({ 'readme.txt': 'text' })],
    [
      'random bytes after the mark of an .xls',
      'damaged',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), buildNoise(MB)]),
    ],
    ['a PDF', 'pdf', () => Buffer.from('%PDF-1.7 text')],
    ['nothing', 'empty', () => Buffer.alloc(0)],
    ['blanks', 'empty', () => Buffer.from(' \r\n '.repeat(1000))],
    ['too many bytes', 'tooLarge', () => Buffer.alloc(17 * MB, 'a')],
    [
      'a cell of megabytes',
      'cellTooLong',
      () => Buffer.from(`${HEADING}2026-08-13,${'a'.repeat(15 * MB)},,1,2\n`),
    ],
    ['quotes only', 'cellTooLong', () => Buffer.alloc(15 * MB, '"')],
    [
      'a text without a table',
      'noTable',
      () => Buffer.from('Dear customer,\nthis is no statement.\n'),
    ],
    [
      'HTML without an end',
      'damaged',
      () => Buffer.from(`<html><table>${'<tr><td>1'.repeat(1e6)}`),
    ],
  ])('%s: %s', async (_, fault, build) => {
    const file = await store(await build());
    expect(await readInWorker(file, {}, PATIENT_MS)).toMatchObject({ kind: 'fault', fault });
  });
});

test('reads as many lines as the limit allows', async () => {
  const rows = Array.from(
    { length: 90_000 },
    (_, n) => `2026-08-13,UPI/${621700000000 + n}/A,,1.00,${n + 1}.00\n`,
  );
  const bytes = Buffer.from(`${HEADING}${rows.join('')}`);
  const reading = await readInWorker(await store(bytes), {}, PATIENT_MS);
  if (reading.kind !== 'lines') throw new Error(JSON.stringify(reading));
  expect(reading).toMatchObject({ lineCount: 90_000, gaps: [], receivedPaise: 90_000_00 });
  expect(reading.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  const lines = reading.parts.flatMap(unpack);
  expect(lines.map(({ row }) => row)).toEqual(rows.map((_, n) => n + 2));
  const ids = lines.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

test('ends a thread at the deadline', async () => {
  const rows = '2026-08-13,CASH,,1.00,1.00\n'.repeat(90_000);
  const reading = await readInWorker(await store(Buffer.from(HEADING + rows)), {}, 1);
  expect(reading).toEqual({ kind: 'fault', fault: 'tooMuchWork', row: null });
});
