import { newId } from '../platform/runtime/ids.ts';
import type { Reading, Statement, StatementLine } from './reading.ts';
import { LONE_SURROGATE } from './text.ts';

const LINES_PER_PART = 500;

/** A line with the id that it has when it is stored. Ids have the order of the file. */
export type PackedLine = StatementLine & { id: string };

/**
 * A statement with its lines as JSON, in parts of `PackedLine[]`. The objects of 90,000 lines would occupy the garbage
 * collector of a server, and so all its requests, for a second.
 */
export interface PackedStatement extends Omit<Statement, 'lines'> {
  parts: string[];
  lineCount: number;
  receivedPaise: number;
  paidPaise: number;
  firstDay: string | null;
  lastDay: string | null;
  /** Some lines from the beginning, for the preview. */
  firstLines: StatementLine[];
}

export type PackedReading = Exclude<Reading, Statement> | PackedStatement;

/** Returns each part as JSON that PostgreSQL accepts. */
export function* packLines(lines: readonly StatementLine[]): Generator<string> {
  for (let at = 0; at < lines.length; at += LINES_PER_PART) {
    const part = lines.slice(at, at + LINES_PER_PART);
    yield toJson(part.map((line): PackedLine => ({ ...line, id: newId() })));
  }
}

/** PostgreSQL refuses half of a character, as a text has that was cut at its limit. JSON has it as an escape. */
function toJson(part: PackedLine[]): string {
  const json = JSON.stringify(part);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(part, (_, value) =>
    typeof value === 'string' ? value.replace(LONE_SURROGATE, '\ufffd') : value,
  );
}

export function unpack(part: string): PackedLine[] {
  return JSON.parse(part) as PackedLine[]; // cast: written by `packLines`
}

/** Returns a statement without its parts. */
export function summarize({ lines, ...statement }: Statement, listed: number): PackedStatement {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const sum = (sign: number) =>
    lines.reduce((total, { paise }) => total + Math.max(0, paise * sign), 0);
  return {
    ...statement,
    ...{ parts: [], lineCount: lines.length, receivedPaise: sum(1), paidPaise: sum(-1) },
    ...{ firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null },
    firstLines: lines.slice(0, listed),
  };
}
