import { newId } from '../base/ids.ts';
import type { Reading, Statement, StatementLine } from './reading.ts';

const LINES_PER_PART = 500;

/** A line with the id that it has when it is stored. Ids have the order of the file. */
export type PackedLine = StatementLine & { id: string };

/**
 * A statement with its lines as JSON, in parts of `PackedLine[]`. The objects of 90,000 lines would occupy the garbage
 * collector of a server, and so all its requests, for a second.
 */
export interface PackedStatement extends Omit<Statement, 'lines'> {
  parts: string[];
  /** Of the file. */
  sha256: string;
  lineCount: number;
  receivedPaise: number;
  paidPaise: number;
  firstDay: string | null;
  lastDay: string | null;
  /** Some lines from the beginning, for the preview. */
  firstLines: StatementLine[];
}

export type PackedReading = Exclude<Reading, Statement> | PackedStatement;

/** Returns each part as JSON. */
export function* packLines(lines: readonly StatementLine[]): Generator<string> {
  for (let at = 0; at < lines.length; at += LINES_PER_PART) {
    const part = lines.slice(at, at + LINES_PER_PART);
    yield toStorable(JSON.stringify(part.map((line): PackedLine => ({ ...line, id: newId() }))));
  }
}

/** An escaped backslash, or the escape of a character that PostgreSQL stores in no text: NUL, and half of a pair. */
const ESCAPES = /\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

function toStorable(json: string): string {
  return json.replace(ESCAPES, (found) => (found === '\\\\' ? found : '\ufffd'));
}

export function unpack(part: string): PackedLine[] {
  return JSON.parse(part) as PackedLine[]; // cast: written by `packLines`
}

/** Returns a statement without its parts. */
export function summarize(
  { lines, ...statement }: Statement,
  { sha256, listed }: { sha256: string; listed: number },
): PackedStatement {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const sum = (sign: number) =>
    lines.reduce((total, { paise }) => total + Math.max(0, paise * sign), 0);
  return {
    ...statement,
    parts: [],
    sha256,
    lineCount: lines.length,
    receivedPaise: sum(1),
    paidPaise: sum(-1),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    firstLines: lines.slice(0, listed),
  };
}
