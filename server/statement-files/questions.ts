import {
  PREVIEW_CELL,
  PREVIEW_ROWS,
  type StatementColumns,
} from '../../contract/statements/rules.ts';
import { readAmount } from './amounts.ts';
import { readDate, readDatePair } from './dates.ts';
import { FileFault } from './fault.ts';
import { findColumns, fingerprintOf, type Layout, normalizeHeading } from './headings.ts';
import type { UnknownTable } from './reading.ts';

export function askForSigns(
  rows: readonly string[][],
  headingRow: number,
  layout: Layout,
): UnknownTable {
  return {
    kind: 'mapping',
    rows: preview(rows),
    headingRow,
    fingerprint: layout.fingerprint,
    suggested: layout.columns,
    known: { headingRow, columns: layout.columns },
  };
}

/** Headings of vouchers, and a title such as `Ledger: HDFC Bank`. */
const VOUCHER = /^(?:vch|voucher)/;
const LEDGER = /^\W*ledger(?:\s+account)?\s*(?:[:-]|$)/i;
const SIDE = /^(?:debit|dr|credit|cr)/;

/**
 * Returns a question if the table is a ledger of the operator's books, as Tally exports it: there a debit is received money.
 * The columns of received and paid money are then not proposed.
 */
export function askForSides(
  rows: readonly string[][],
  headingRow: number,
  { columns, fingerprint }: Layout,
): UnknownTable | undefined {
  const { debit, credit, amount, sign, ...suggested } = columns;
  const heading = (rows[headingRow] ?? []).map(normalizeHeading);
  const isLedger =
    heading.some((name) => VOUCHER.test(name)) ||
    rows.slice(0, headingRow).some((row) => row.some((cell) => LEDGER.test(cell)));
  const sides = [debit, credit, sign].flatMap((at) => heading[at ?? -1] ?? []);
  if (!isLedger || !sides.some((name) => SIDE.test(name))) return undefined;
  return { kind: 'mapping', rows: preview(rows), headingRow, fingerprint, suggested, known: null };
}

/** Proposes the row before the first one with a date and an amount as the headings. */
export function describeTable(rows: readonly string[][]): UnknownTable {
  const first = rows.findIndex(
    (row) =>
      row.some((cell) => readDatePair(cell).date !== undefined) &&
      row.some((cell) => typeof readAmount(cell) === 'object' && readDate(cell) === undefined),
  );
  if (first < 0) throw new FileFault('noTable');
  const above = rows.slice(Math.max(0, first - 3), first);
  const near = above.findLastIndex((row) => row.filter((cell) => /\p{L}/u.test(cell)).length >= 3);
  const headingRow = near < 0 ? null : first - above.length + near;
  const heading = headingRow === null ? [] : (rows[headingRow] ?? []);
  return {
    kind: 'mapping',
    rows: preview(rows),
    headingRow: headingRow !== null && headingRow < PREVIEW_ROWS ? headingRow : null,
    fingerprint: headingRow === null ? null : fingerprintOf(heading),
    suggested: suggest(heading),
    known: null,
  };
}

function suggest(heading: readonly string[]): Partial<StatementColumns> {
  return findColumns(heading.map(normalizeHeading));
}

function preview(rows: readonly string[][]): string[][] {
  return rows.slice(0, PREVIEW_ROWS).map((row) => row.map((cell) => cell.slice(0, PREVIEW_CELL)));
}
