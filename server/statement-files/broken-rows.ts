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

/**
 * Reads a row that was cut by line ends in a cell, or that has delimiters in a cell without quotes. If it can be read in several
 * ways, the balance of the row before has to confirm exactly one.
 */
export function repairRow(
  rows: readonly string[][],
  at: number,
  { before, ...table }: { layout: Layout; delimiter: string; before: OpenEntry | undefined },
): Repaired | undefined {
  const cells = trimEnd(rows[at] ?? []);
  if (cells.length <= table.layout.width) {
    // A delimiter before the line end means that the row was cut between two cells.
    return (
      joinRows(rows, at, { ...table, first: rows[at] ?? [] }) ??
      joinRows(rows, at, { ...table, first: cells })
    );
  }
  const found = mergeCells(cells, at, table);
  const likely = found.length > 1 && before ? found.filter((one) => isNext(before, one)) : found;
  const [entry] = likely;
  return entry && likely.length === 1 ? { entry, used: 0 } : undefined;
}

function joinRows(
  rows: readonly string[][],
  at: number,
  { layout, first }: { layout: Layout; first: readonly string[] },
): Repaired | undefined {
  let cells = first;
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

/** Returns whether the balance continues that of the row before, from old to new or from new to old. */
function isNext(before: OpenEntry, entry: OpenEntry): boolean {
  const [from, to] = [before.balancePaise, entry.balancePaise];
  if (from === undefined || to === undefined) return false;
  return from + entry.paise === to || to + before.paise === from;
}

/** Tries every distribution of the extra cells, and returns all entries that can be read. */
function mergeCells(
  cells: readonly string[],
  at: number,
  { layout, delimiter }: { layout: Layout; delimiter: string },
): OpenEntry[] {
  const extra = cells.length - layout.width;
  if (extra > MAX_EXTRA_CELLS) return [];
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
  return [...found.values()];
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
