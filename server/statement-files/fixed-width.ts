import {
  MAX_STATEMENT_CELL,
  MAX_STATEMENT_CELLS,
  MAX_STATEMENT_ROWS,
} from '../../contract/statements/rules.ts';
import { FileFault } from './fault.ts';

interface Span {
  text: string;
  start: number;
  end: number;
}

/** Texts of a line. Two or more blanks separate columns. */
const COLUMN_TEXT = /\S+(?: \S+)*/g;
const SEARCHED_LINES = 200;
const MAX_COLUMNS = 40;

/**
 * Splits text whose columns begin or end below their headings, as a printer needs it. Returns undefined if none of its first
 * lines has headings.
 */
export function splitFixedWidth(
  text: string,
  isHeading: (row: string[]) => boolean,
): string[][] | undefined {
  const lines = text.split(/\r\n|\r|\n/, MAX_STATEMENT_ROWS + 1);
  const heading = lines
    .slice(0, SEARCHED_LINES)
    .map(spansOf)
    .find((spans) => spans.length <= MAX_COLUMNS && isHeading(spans.map((span) => span.text)));
  if (!heading) return undefined;
  if (lines.length > MAX_STATEMENT_ROWS) throw new FileFault('tooManyRows');
  let cells = 0;
  return lines.map((line) => {
    const spans = spansOf(line);
    cells += spans.length;
    if (cells > MAX_STATEMENT_CELLS) throw new FileFault('tooMuchWork');
    return toCells(spans, heading);
  });
}

function spansOf(line: string): Span[] {
  if (line.length > MAX_STATEMENT_CELL) return [];
  return Array.from(line.matchAll(COLUMN_TEXT), ({ 0: text, index: start }) => ({
    text,
    start,
    end: start + text.length,
  }));
}

/** Each text is in the column whose heading it is above or below, or nearest to. */
function toCells(spans: readonly Span[], headings: readonly Span[]): string[] {
  const cells: string[] = [];
  for (const span of spans) {
    const at = nearest(span, headings);
    while (cells.length <= at) cells.push('');
    cells[at] = `${cells[at]} ${span.text}`.trim();
  }
  return cells;
}

function nearest(span: Span, headings: readonly Span[]): number {
  const overlaps = headings.map(
    ({ start, end }) => Math.min(end, span.end) - Math.max(start, span.start),
  );
  return overlaps.indexOf(Math.max(...overlaps));
}
