import {
  MAX_STATEMENT_CELL,
  MAX_STATEMENT_CELLS,
  MAX_STATEMENT_COLUMNS,
  MAX_STATEMENT_ROWS,
} from '../../contract/statements/rules.ts';
import { FileFault } from './fault.ts';
import { splitFixedWidth } from './fixed-width.ts';

const DELIMITERS = [',', '\t', ';', '|', '~', '^'];
const SAMPLE_CHARACTERS = 64 * 1024;
/** A quote that is not closed within this many lines is an ordinary character. */
const MAX_QUOTED_LINES = 20;
const QUOTE = '"';
/** Outweighs any number of rows of a sample. */
const HEADING_SCORE = 1e9;

type IsHeading = (row: string[]) => boolean;

export interface DelimitedRows {
  rows: string[][];
  delimiter: string;
  /**
   * Index of the first row that the end of the file may have cut: the last one without a line end, or one with a quote that is
   * not closed. The number of rows if there is none.
   */
  cutFrom: number;
}

/** Splits text into rows and cells. `isHeading` recognizes the headings, which decide about the delimiter or fixed columns. */
export function splitText(text: string, isHeading: IsHeading): DelimitedRows {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const tried = DELIMITERS.map((delimiter) => tryDelimiter(sample, delimiter, isHeading));
  const best = tried.reduce((one, other) => (other.score > one.score ? other : one));
  const bare = best.score <= 0 ? unquoteRows(text) : text;
  if (bare !== text) return splitText(bare, isHeading);
  const fixed = best.score < HEADING_SCORE ? splitFixedWidth(text, isHeading) : undefined;
  if (fixed) return { rows: fixed, delimiter: ' ', cutFrom: findOpenRow(fixed, text) };
  if (best.score <= 0) throw tried.find(({ fault }) => fault)?.fault ?? new FileFault('noTable');
  return { ...splitRows(text, best.delimiter), delimiter: best.delimiter };
}

/** A spreadsheet that opened a file with another delimiter saves each row as one cell in quotes. */
const QUOTED_ROW = /^"((?:[^"\r\n]|""){1,4000})"$/gm;

function unquoteRows(text: string): string {
  return text.replace(QUOTED_ROW, (_, row: string) => row.replaceAll('""', QUOTE));
}

/** Returns the index of the last row if it has no line end, otherwise the number of rows. */
function findOpenRow(rows: readonly string[][], text: string): number {
  return /[\r\n]$/.test(text) ? rows.length : rows.length - 1;
}

interface Tried {
  delimiter: string;
  score: number;
  fault?: FileFault;
}

function tryDelimiter(
  sample: string,
  delimiter: string,
  isHeading: (row: string[]) => boolean,
): Tried {
  try {
    const { rows } = splitRows(sample, delimiter);
    const bonus = rows.some(isHeading) ? HEADING_SCORE : 0;
    return { delimiter, score: bonus + countRegularCells(rows) };
  } catch (error) {
    if (error instanceof FileFault) return { delimiter, score: 0, fault: error };
    throw error;
  }
}

/** Returns the number of cells in rows of the most frequent width above one. */
function countRegularCells(rows: string[][]): number {
  const cells = new Map<number, number>();
  for (const { length } of rows) {
    if (length > 1) cells.set(length, (cells.get(length) ?? 0) + length);
  }
  return Math.max(0, ...cells.values());
}

function splitRows(text: string, delimiter: string): Omit<DelimitedRows, 'delimiter'> {
  const rows: string[][] = [];
  let unclosed = Number.POSITIVE_INFINITY;
  let row: string[] = [];
  let at = 0;
  let cells = 0;
  while (at < text.length) {
    const cell = readCell(text, at, delimiter);
    if (cell.isUnclosed) unclosed = Math.min(unclosed, rows.length);
    if (cell.value.length > MAX_STATEMENT_CELL) throw new FileFault('cellTooLong', rows.length + 1);
    if (row.push(cell.value) > MAX_STATEMENT_COLUMNS) {
      throw new FileFault('tooManyColumns', rows.length + 1);
    }
    if (++cells > MAX_STATEMENT_CELLS) throw new FileFault('tooMuchWork');
    at = cell.end + 1;
    if (text[cell.end] === delimiter) {
      if (at >= text.length) row.push('');
      continue;
    }
    if (text[cell.end] === '\r' && text[at] === '\n') at += 1;
    if (rows.push(row) > MAX_STATEMENT_ROWS) throw new FileFault('tooManyRows');
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return { rows, cutFrom: Math.min(unclosed, findOpenRow(rows, text)) };
}

interface Cell {
  value: string;
  /** Position of the delimiter or line end after the cell. */
  end: number;
  /** Whether it begins with a quote that the end of the file may have left open. */
  isUnclosed?: boolean;
}

function readCell(text: string, start: number, delimiter: string): Cell {
  let first = start;
  while (text[first] === ' ') first += 1;
  const quoted = text[first] === QUOTE ? readQuoted(text, first + 1, delimiter) : undefined;
  if (quoted && quoted !== 'unclosed') return quoted;
  let end = first;
  while (end < text.length && !isEnd(text, end, delimiter)) {
    end += 1;
    if (end - start > MAX_STATEMENT_CELL) break;
  }
  return { value: text.slice(start, end), end, isUnclosed: quoted === 'unclosed' };
}

function isEnd(text: string, at: number, delimiter: string): boolean {
  const character = text[at];
  return (
    character === undefined || character === delimiter || character === '\n' || character === '\r'
  );
}

/** Returns `unclosed` if the text ends before the closing quote, and undefined if that is too far away. */
function readQuoted(text: string, start: number, delimiter: string): Cell | 'unclosed' | undefined {
  const limit = Math.min(text.length, start + 2 * MAX_STATEMENT_CELL);
  let value = '';
  let lines = 0;
  let at = start;
  while (true) {
    const found = text.indexOf(QUOTE, at);
    const quote = found < 0 ? text.length : found;
    if (quote > limit) return undefined;
    const part = text.slice(at, quote);
    lines += part.split('\n').length - 1;
    if (lines > MAX_QUOTED_LINES) return undefined;
    if (found < 0) return 'unclosed';
    value += part;
    at = quote + 1;
    if (text[at] === QUOTE) {
      value += QUOTE;
      at += 1;
      continue;
    }
    const end = skipBlanks(text, at);
    if (isEnd(text, end, delimiter)) return { value, end };
    // A quoted cell begins on a later line: the first quote was never closed.
    const isStart = lines > 0 && isEnd(text, found - 1, delimiter);
    if (isStart && text.includes(QUOTE, at)) return undefined;
    // A quote inside the text that the bank did not double.
    value += QUOTE;
  }
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}
