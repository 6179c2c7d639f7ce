import { readAmount } from './amounts.ts';
import { readDatePair } from './dates.ts';
import type { Layout } from './headings.ts';
import { type OpenEntry, readRow } from './rows.ts';

const MAX_JOINED_ROWS = 5;
const MAX_EXTRA_CELLS = 6;

export interface Repaired {
  entry: OpenEntry;
  /** Rows after the first that belong to the entry. */
  used: number;
}

/** Reads a row that was cut by line ends in a cell, or that has delimiters in a cell without quotes. */
export function repairRow(
  rows: readonly string[][],
  at: number,
  { layout, delimiter }: { layout: Layout; delimiter: string },
): Repaired | undefined {
  const cells = trimEnd(rows[at] ?? []);
  if (cells.length > layout.width) return mergeCells(cells, at, layout, delimiter);
  return joinRows(rows, at, layout);
}

function joinRows(rows: readonly string[][], at: number, layout: Layout): Repaired | undefined {
  let cells = trimEnd(rows[at] ?? []);
  for (let used = 1; used <= MAX_JOINED_ROWS; used++) {
    const next = trimEnd(rows[at + used] ?? []);
    if (next.length === 0 || isDated(next, layout)) return undefined;
    const joint = `${cells.at(-1) ?? ''} ${next[0] ?? ''}`.trim();
    cells = [...cells.slice(0, -1), joint, ...next.slice(1)];
    if (cells.length > layout.width) return undefined;
    const read = readRow(cells, layout, at + 1);
    if (
      read &&
      'entry' in read &&
      (cells.length === layout.width || hasBalance(read.entry, layout))
    ) {
      return { entry: read.entry, used };
    }
  }
  return undefined;
}

function hasBalance(entry: OpenEntry, { columns }: Layout): boolean {
  return columns.balance === undefined || entry.balancePaise !== undefined;
}

/** Tries every distribution of the extra cells; two that can be read are as bad as none. */
function mergeCells(
  cells: readonly string[],
  at: number,
  layout: Layout,
  delimiter: string,
): Repaired | undefined {
  const extra = cells.length - layout.width;
  if (extra > MAX_EXTRA_CELLS) return undefined;
  const { narration, debit, credit, amount, balance } = layout.columns;
  const amounts = [debit, credit, amount, balance].filter((column) => column !== undefined);
  const open = [...narration, ...amounts].toSorted((one, other) => one - other);
  const found = new Map<string, OpenEntry>();
  for (const shares of distribute(extra, open.length)) {
    const merged = merge(cells, new Map(open.map((column, n) => [column, shares[n] ?? 0])), {
      delimiter,
      amounts,
    });
    const read = merged && readRow(merged, layout, at + 1);
    if (read && 'entry' in read && hasBalance(read.entry, layout)) {
      found.set(JSON.stringify(read.entry), read.entry);
    }
  }
  const [entry] = found.values();
  return entry && found.size === 1 ? { entry, used: 0 } : undefined;
}

/** Returns undefined if a merged amount is not a number in groups. */
function merge(
  cells: readonly string[],
  shares: ReadonlyMap<number, number>,
  { delimiter, amounts }: { delimiter: string; amounts: readonly number[] },
): string[] | undefined {
  const merged: string[] = [];
  for (let at = 0; at < cells.length; ) {
    const share = shares.get(merged.length) ?? 0;
    const text = cells.slice(at, at + share + 1).join(delimiter);
    const isAmount = amounts.includes(merged.length);
    if (isAmount && share > 0 && typeof readAmount(text) !== 'object') return undefined;
    merged.push(text);
    at += share + 1;
  }
  return merged;
}

function* distribute(total: number, places: number): Generator<number[]> {
  if (places === 0) return;
  if (places === 1) {
    yield [total];
    return;
  }
  for (let first = total; first >= 0; first--) {
    for (const rest of distribute(total - first, places - 1)) yield [first, ...rest];
  }
}

export function isDated(cells: readonly string[], { columns }: Layout): boolean {
  return readDatePair(cells[columns.date] ?? '').date !== undefined;
}

function trimEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}
