import { createHash } from 'node:crypto';
import type {
  DateOrder,
  SavedMapping,
  StatementFormat,
  StatementMapping,
} from '../../contract/statements/rules.ts';
import { findAccountNumber } from './account-number.ts';
import { checkBalances } from './balances.ts';
import { isDated, repairRow } from './broken-rows.ts';
import { FileFault } from './fault.ts';
import {
  fingerprintOf,
  isKnownHeading,
  type Layout,
  positionsOf,
  recognizeHeading,
} from './headings.ts';
import { applyDates, applySigns, findSigns, type OpenRows } from './meanings.ts';
import { askForSides, askForSigns, describeTable } from './questions.ts';
import type { DateQuestion, Entries, Entry, Skipped, UnknownTable } from './reading.ts';
import { type OpenEntry, readRow } from './rows.ts';

export interface TableOptions {
  /** An administrator's description of this file. */
  mapping?: StatementMapping | undefined;
  saved?: readonly SavedMapping[] | undefined;
  /** The administrator's reply to a question about dates. */
  dateOrder?: DateOrder | undefined;
}

/** Rows of a table with the character between its cells. */
export interface Table {
  rows: readonly string[][];
  delimiter: string;
  format: StatementFormat;
  /** Index of the first row that the end of the file may have cut, also in the middle of an amount. */
  cutFrom?: number;
}

const MAX_CONTINUED_ROWS = 8;
/** Rows of asterisks, dashes and the like. */
const RULE = /^[\s*=_~.#+-]+$/;

/** Reads a table of any layout. Returns a question if its columns, signs or dates have no certain meaning. */
export function readTable(
  table: Table,
  options: TableOptions,
): Entries | UnknownTable | DateQuestion {
  const start = findStart(table.rows, options);
  if (!start) return describeTable(table.rows);
  const { layout, body } = start;
  const isGiven = options.mapping !== undefined || layout.saved?.columns != null;
  const question = isGiven ? undefined : askForSides(table.rows, body - 1, layout);
  if (question) return question;
  const read = walk(table, body, { layout, options });
  const signs = layout.signs ?? findSigns(read.entries);
  if (signs === undefined) return askForSigns(table.rows, body - 1, layout);
  const signed = applySigns(read, signs);
  const { fingerprint, bank, saved } = layout;
  const usual = options.mapping?.dateOrder ?? options.dateOrder ?? saved?.dateOrder;
  const dated = applyDates(signed, usual ?? undefined, bank === null ? undefined : 'dmy');
  if ('samples' in dated) return { ...dated, fingerprint };
  if (dated.entries.length === 0 && dated.skipped.length === 0) throw new FileFault('noLines');
  const { entries, skipped } = dropCutRow(table, layout, dated);
  return {
    ...checkBalances(entries),
    format: table.format,
    skipped: skipped.toSorted((one, other) => one.row - other.row),
    bank,
    ...(options.mapping?.headingRow === null
      ? { fingerprint: null, layout: null }
      : { fingerprint, layout: identifyLayout(layout) }),
    positions: layout.positions,
    accountNumber: findAccountNumber(table.rows.slice(0, body)),
  };
}

/** Headings and the meaning of their columns, wherever the table begins. */
function identifyLayout({ fingerprint, columns, positions }: Layout): string {
  const ordinals = Object.entries(columns)
    .map(([role, at]) => [role, [at].flat().map((one) => positions.indexOf(one))])
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([fingerprint, ordinals]))
    .digest('hex');
}

function findStart(
  rows: readonly string[][],
  { mapping, saved }: TableOptions,
): { layout: Layout; body: number } | undefined {
  if (mapping) return { layout: layoutOf(mapping, rows), body: (mapping.headingRow ?? -1) + 1 };
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1] ?? [];
    const layout = recognizeHeading(row, saved);
    const joined = recognizeHeading(joinHeadings(row, next), saved);
    if (joined && (layout ? isSplit(joined) && !isSplit(layout) : !recognizeHeading(next, saved))) {
      return { layout: joined, body: at + 2 };
    }
    if (layout) return { layout, body: at + 1 };
  }
  return undefined;
}

const isSplit = ({ columns }: Layout) =>
  columns.debit !== undefined && columns.credit !== undefined;

/** Headings of two rows, such as `Withdrawal` above `Amount`, or `Withdrawal` and `Deposit` below a merged `Amount`. */
function joinHeadings(upper: readonly string[], lower: readonly string[]): string[] {
  if (lower.some((cell) => /\d/.test(cell))) return [];
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const below = lower[at] ?? '';
    const joined = `${upper[at] ?? ''} ${below}`.trim();
    return !isKnownHeading(joined) && isKnownHeading(below) ? below : joined;
  });
}

function layoutOf(
  { headingRow, columns, signs }: StatementMapping,
  rows: readonly string[][],
): Layout {
  const heading = headingRow === null ? [] : (rows[headingRow] ?? []);
  const used = Object.values(columns).flat() as number[]; // cast: every value is an index or a list of them
  return {
    columns,
    signs,
    width:
      Math.max(
        heading.findLastIndex((cell) => cell !== ''),
        ...used,
      ) + 1,
    bank: null,
    fingerprint: fingerprintOf(heading),
    positions: positionsOf(heading),
  };
}

function walk(
  { rows, delimiter, cutFrom = rows.length }: Table,
  body: number,
  { layout: first, options }: { layout: Layout; options: TableOptions },
): OpenRows {
  let layout = first;
  let last: OpenEntry | undefined;
  const entries: OpenEntry[] = [];
  const skipped: Skipped[] = [];
  for (let at = body; at < rows.length; at++) {
    const cells = rows[at] ?? [];
    const heading = options.mapping ? undefined : recognizeHeading(cells, options.saved);
    if (heading || cells.every((cell) => cell === '' || RULE.test(cell))) {
      layout = heading ?? layout;
      last = undefined;
      continue;
    }
    const fits =
      cells.length <= layout.width || cells.slice(layout.width).every((cell) => cell === '');
    const isCut = at >= cutFrom && cells.length < layout.width;
    const read = fits && !isCut ? readRow(cells, layout, at + 1) : undefined;
    if (read && 'entry' in read) {
      last = read.entry;
      entries.push(read.entry);
      continue;
    }
    const text = cells.filter((cell) => cell !== '').join(' ');
    const before = entries.at(-1);
    const repaired =
      isDated(cells, layout) && !isCut
        ? repairRow(rows, at, { layout, delimiter, before })
        : undefined;
    if (repaired) {
      last = repaired.entry;
      entries.push(repaired.entry);
      at += repaired.used;
    } else if (read ?? isDated(cells, layout)) {
      last = undefined;
      skipped.push({ row: at + 1, reason: read?.skipped ?? 'columns', text });
    } else if (last && !isCut && continues(cells, layout, last)) {
      last.narration.push(text);
    } else {
      last = undefined;
    }
  }
  return { entries, skipped };
}

/** Returns whether a row has the rest of a narration: text in its columns only, or after a cut in the last column. */
function continues(cells: readonly string[], { columns, width }: Layout, last: OpenEntry): boolean {
  if (last.narration.length > MAX_CONTINUED_ROWS) return false;
  const texts = [...columns.narration, ...columns.reference];
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
  if (filled.every((at) => texts.includes(at))) return true;
  return columns.narration.includes(width - 1) && filled.length === 1 && filled[0] === 0;
}

/** A row that the end of the file may have cut is kept if it ends with a balance that fits to the others. */
function dropCutRow(
  { rows, cutFrom = rows.length }: Table,
  { columns, width }: Layout,
  { entries, skipped }: { entries: Entry[]; skipped: Skipped[] },
): { entries: Entry[]; skipped: Skipped[] } {
  const last = entries.at(-1);
  if (!last || last.row <= cutFrom) return { entries, skipped };
  const rest = entries.slice(0, -1);
  const [withIt, without] = [checkBalances(entries), checkBalances(rest)];
  const fits = withIt.checked > without.checked && withIt.gaps.length <= without.gaps.length;
  if (columns.balance === width - 1 && fits) {
    return { entries, skipped };
  }
  const text = last.narration.join(' ');
  return { entries: rest, skipped: [...skipped, { row: last.row, reason: 'columns', text }] };
}
