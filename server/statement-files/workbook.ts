import type { CellObject, ParsingOptions, Range, WorkBook } from '@e965/xlsx';
import {
  MAX_STATEMENT_CELL,
  MAX_STATEMENT_COLUMNS,
  MAX_STATEMENT_ROWS,
} from '../../contract/statements/rules.ts';
import { readAmount } from './amounts.ts';
import { readDatePair } from './dates.ts';
import { FileFault } from './fault.ts';
import { cleanCell } from './text.ts';
import { unzip } from './zip-archive.ts';

type Source = { kind: 'zip' | 'ole'; bytes: Buffer } | { kind: 'markup'; text: string };
type Library = typeof import('@e965/xlsx');

/** The files of an .xlsx archive that have data. Other formats of archives are not read. */
const DATA_FILES = /^(?:\[Content_Types\]\.xml$|_rels\/|xl\/)/;

const OPTIONS = {
  dense: true,
  cellFormula: true,
  cellHTML: false,
  cellText: false,
  cellNF: true,
  // Text of an HTML table remains as it is written.
  raw: true,
  sheetRows: MAX_STATEMENT_ROWS + 1,
} as const satisfies ParsingOptions;

/** Reads the cells of an .xlsx, .xls, HTML or SpreadsheetML file as text. Dates are `YYYY-MM-DD`, formulas begin with `=`. */
export async function readWorkbook(source: Source): Promise<string[][]> {
  const library: Library = await import('@e965/xlsx');
  const workbook = parse(library, source);
  const rows = workbook.SheetNames.flatMap((name) => readSheet(library, workbook, name));
  if (rows.length > MAX_STATEMENT_ROWS) throw new FileFault('tooManyRows');
  return rows;
}

function parse(library: Library, source: Source): WorkBook {
  // Outside of `try`, because it reports a more exact fault.
  const files = source.kind === 'zip' ? unzip(source.bytes) : [];
  try {
    if (source.kind === 'zip') return parseArchive(library, files);
    if (source.kind === 'markup') return library.read(source.text, { ...OPTIONS, type: 'string' });
    return library.read(source.bytes, { ...OPTIONS, type: 'buffer' });
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw new FileFault(isLocked ? 'password' : 'damaged');
  }
}

/** The library would unpack the archive without limits, so it receives the unpacked files. */
function parseArchive(library: Library, files: ReturnType<typeof unzip>): WorkBook {
  const { parse_zip: parseZip } = library as unknown as {
    parse_zip(container: unknown, options: ParsingOptions): WorkBook;
  }; // cast: exported by the library, missing in its types
  const container: unknown = library.CFB.utils.cfb_new();
  for (const { name, content } of files) {
    if (DATA_FILES.test(name))
      library.CFB.utils.cfb_add(container, name, content, { unsafe: true });
  }
  return parseZip(container, OPTIONS);
}

function readSheet({ SSF }: Library, { Sheets }: WorkBook, name: string): string[][] {
  const sheet = Sheets[name];
  const data: CellObject[][] = sheet?.['!data'] ?? [];
  const rows: string[][] = [];
  // An index can be huge, so only existing elements are visited.
  for (const r in data) {
    if (Number(r) >= MAX_STATEMENT_ROWS) throw new FileFault('tooManyRows');
    const row: string[] = [];
    const cells = data[r] ?? [];
    for (const c in cells) {
      const text = cleanCell(textOf(SSF, cells[c]));
      if (text === '') continue;
      if (Number(c) >= MAX_STATEMENT_COLUMNS) throw new FileFault('tooManyColumns', Number(r) + 1);
      if (text.length > MAX_STATEMENT_CELL) throw new FileFault('cellTooLong', Number(r) + 1);
      while (row.length < Number(c)) row.push('');
      row[Number(c)] = text;
    }
    while (rows.length < Number(r)) rows.push([]);
    rows[Number(r)] = row;
  }
  repeatDates(rows, sheet?.['!merges'] ?? []);
  return rows;
}

/** A date may be in one cell for all payments of the day. Rows without an amount have the rest of a narration. */
function repeatDates(rows: readonly string[][], merges: readonly Range[]): void {
  let repeated = 0;
  for (const { s: start, e: end } of merges) {
    const written = rows[start.r]?.[start.c] ?? '';
    if (end.r === start.r || readDatePair(written).date === undefined) continue;
    const last = Math.min(end.r, rows.length - 1);
    for (let at = start.r + 1; at <= last; at += 1) {
      if (++repeated > MAX_STATEMENT_ROWS) return;
      const row = rows[at] ?? [];
      const hasAmount = row.some((cell) => typeof readAmount(cell) === 'object');
      if (hasAmount && !row[start.c]) row[start.c] = written;
    }
  }
}

function textOf(ssf: Library['SSF'], cell: CellObject | undefined): string {
  if (!cell) return '';
  if (cell.f !== undefined) return `=${cell.f}`;
  const { t: type, v: value, z: format } = cell;
  if (type === 'd' && value instanceof Date) return value.toISOString().slice(0, 10);
  if (type === 'n' && typeof value === 'number') {
    return format !== undefined && ssf.is_date(String(format))
      ? dayOf(ssf, value)
      : numberText(value);
  }
  return type === 's' ? String(value ?? '') : '';
}

function dayOf(ssf: Library['SSF'], value: number): string {
  const date: { y: number; m: number; d: number } | null = ssf.parse_date_code(value);
  if (!date) return numberText(value);
  const [month, day] = [date.m, date.d].map((part) => String(part).padStart(2, '0'));
  return `${date.y}-${month}-${day}`;
}

const ROUNDING = 1e-6;

/** An amount such as 0.1 + 0.2 is stored with an error of rounding. */
function numberText(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Math.abs(rounded - value) < ROUNDING ? rounded : value);
}
