import { MAX_STATEMENT_BYTES, PREVIEW_CELL } from '../../contract/statements/rules.ts';
import { isCamt053, readCamt053 } from './camt053.ts';
import { splitText } from './delimited.ts';
import { FileFault } from './fault.ts';
import { recognizeHeading } from './headings.ts';
import { toLines } from './lines.ts';
import { isMt940, readMt940 } from './mt940.ts';
import type { DateQuestion, Entries, Reading, UnknownTable } from './reading.ts';
import { readTable, type TableOptions } from './table.ts';
import { cleanCell, decodeText } from './text.ts';
import { readWorkbook } from './workbook.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PDF = Buffer.from('%PDF-', 'latin1');
const MARKUP =
  /^\s*<(?:!doctype html|html|head|body|table|div|style|meta|\?xml|\w+:|Workbook|Document)/i;
const SPREADSHEET = /<(?:\w+:)?Workbook[\s>]/;

/** Reads a bank statement of any supported format. The content decides about the format, not the file's name. */
export async function readStatement(bytes: Buffer, options: TableOptions): Promise<Reading> {
  try {
    const read = await readEntries(bytes, options);
    if ('kind' in read) return read;
    const { entries, ...others } = read;
    const skipped = read.skipped.map(({ text, ...one }) => ({
      ...one,
      text: text.slice(0, PREVIEW_CELL),
    }));
    return { kind: 'lines', ...others, skipped, lines: toLines(entries) };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { kind: 'fault', fault: error.fault, row: error.row ?? null };
  }
}

async function readEntries(
  bytes: Buffer,
  options: TableOptions,
): Promise<Entries | UnknownTable | DateQuestion> {
  if (bytes.length === 0) throw new FileFault('empty');
  if (bytes.length > MAX_STATEMENT_BYTES) throw new FileFault('tooLarge');
  if (startsWith(bytes, PDF)) throw new FileFault('pdf');
  if (startsWith(bytes, ZIP)) return readCells(await readWorkbook({ kind: 'zip', bytes }), options);
  if (startsWith(bytes, OLE)) return readCells(await readWorkbook({ kind: 'ole', bytes }), options);
  const text = decodeText(bytes);
  if (text.trim() === '') throw new FileFault('empty');
  if (MARKUP.test(text) || (/^\s*</.test(text) && isCamt053(text)))
    return readMarkup(text, options);
  if (isMt940(text)) return readMt940(text);
  return readDelimited(text, options);
}

async function readMarkup(text: string, options: TableOptions) {
  if (isCamt053(text)) return readCamt053(text);
  const isHtml = !SPREADSHEET.test(text);
  if (/<!ENTITY/i.test(text) || (!isHtml && /<!DOCTYPE/i.test(text))) {
    throw new FileFault('xmlEntities');
  }
  if (isHtml && !/<table[\s>]/i.test(text)) throw new FileFault('noTable');
  const end = isHtml ? /<\/table\s*>/i : /<\/(?:\w+:)?Workbook>\s*$/;
  if (!end.test(text)) throw new FileFault('damaged');
  return readCells(await readWorkbook({ kind: 'markup', text }), options);
}

function readDelimited(text: string, options: TableOptions) {
  const saved = options.saved ?? [];
  const { rows, ...split } = splitText(
    text,
    (row) => recognizeHeading(row.map(cleanCell), saved) !== undefined,
  );
  // In place, because a copy of a large table fills the thread's memory.
  for (const row of rows) for (const [at, cell] of row.entries()) row[at] = cleanCell(cell);
  return readTable({ rows, ...split, format: 'text' }, options);
}

function readCells(rows: string[][], options: TableOptions) {
  if (rows.every((row) => row.length === 0)) throw new FileFault('noTable');
  return readTable({ rows, delimiter: ' ', format: 'workbook' }, options);
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}
