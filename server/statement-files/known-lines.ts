import type { KnownReason } from '../../contract/statements/rules.ts';
import type { StatementLine } from './reading.ts';

type Facts = Pick<
  StatementLine,
  | 'bookedOn'
  | 'valueOn'
  | 'paise'
  | 'narration'
  | 'reference'
  | 'utrs'
  | 'utr'
  | 'transactionId'
  | 'balancePaise'
>;

/** A stored line of an import in another layout, where the same line has another key. */
export type StoredLine = Facts & { id: string };

/** A line of a file that is a stored line. */
export interface KnownLine {
  line: StatementLine;
  stored: StoredLine;
  reason: KnownReason;
}

/** A line of a file and a stored line of the day and amount that is most like it: the same payment, or another one. */
export interface UnclearLine {
  line: StatementLine;
  stored: StoredLine;
}

/** Days that lines of one payment can be apart in two formats of a bank. */
export const MAX_DAYS_APART = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Shorter numbers are counters of a day or a page, not of the bank. */
const MIN_BANK_ID = 6;
/** Bounds the work for equal lines. */
const MAX_CANDIDATES = 20;
const LINES_PER_SLICE = 500;

/**
 * Finds lines of a file among stored lines of other layouts by facts that do not depend on the layout: amount and UTR; or
 * amount, day, and the bank's number or the balance, unless the UTRs differ. A stored line explains one line of the file.
 */
export class KnownLines {
  readonly known: readonly KnownLine[];
  /** The other lines for which a stored line of the day and amount is left, those with the most equal words first. */
  readonly unclear: readonly UnclearLine[];
  readonly #left: Index;

  private constructor(known: KnownLine[], unclear: LikelyLine[], left: Index) {
    this.known = known;
    this.unclear = unclear
      .toSorted((one, other) => other.likeness - one.likeness)
      .map(({ line, stored }) => ({ line, stored }));
    this.#left = left;
  }

  /** Calls `pause` after some lines, because other requests of the server wait for this work. */
  static async find(
    lines: readonly StatementLine[],
    { stored, pause }: { stored: readonly StoredLine[]; pause: Pause },
  ): Promise<KnownLines> {
    const [known, used] = [[] as KnownLine[], new Set<StoredLine>()];
    let open = lines;
    for (const [reason, keysOf] of RULES) {
      const index = await Index.of(unused(stored, used), { keysOf, pause });
      const left: StatementLine[] = [];
      for (const [n, line] of open.entries()) {
        if (n % LINES_PER_SLICE === 0) await pause();
        const found = index.nearest(line, reason);
        if (!found) {
          left.push(line);
          continue;
        }
        index.remove(found);
        used.add(found);
        known.push({ line, stored: found, reason });
      }
      open = left;
    }
    const left = await Index.of(unused(stored, used), { keysOf: daysOf, pause });
    const unclear: LikelyLine[] = [];
    for (const [n, line] of open.entries()) {
      if (n % LINES_PER_SLICE === 0) await pause();
      const found = mostLike(line, left.candidates(line));
      if (found) unclear.push(found);
    }
    return new KnownLines(known, unclear, left);
  }

  /** Finds a stored line for each of these unclear lines that are the same payments. One that is left over has none. */
  assign(lines: readonly StatementLine[]): KnownLine[] {
    return lines.flatMap((line) => {
      const found = mostLike(line, this.#left.candidates(line));
      if (!found) return [];
      this.#left.remove(found.stored);
      return [{ line, stored: found.stored, reason: 'person' as const }];
    });
  }
}

interface LikelyLine extends UnclearLine {
  likeness: number;
}

type Pause = () => Promise<unknown>;
type KeysOf = (line: Facts) => string[];

const unused = (stored: readonly StoredLine[], used: ReadonlySet<StoredLine>) =>
  stored.filter((one) => !used.has(one));

class Index {
  readonly #keysOf: KeysOf;
  readonly #lines = new Map<string, Set<StoredLine>>();

  private constructor(keysOf: KeysOf) {
    this.#keysOf = keysOf;
  }

  static async of(
    stored: readonly StoredLine[],
    { keysOf, pause }: { keysOf: KeysOf; pause: Pause },
  ): Promise<Index> {
    const index = new Index(keysOf);
    for (const [n, one] of stored.entries()) {
      if (n % LINES_PER_SLICE === 0) await pause();
      for (const key of keysOf(one)) {
        const list = index.#lines.get(key);
        if (list) list.add(one);
        else index.#lines.set(key, new Set([one]));
      }
    }
    return index;
  }

  /** Returns the first lines that share a key. */
  candidates(line: StatementLine): StoredLine[] {
    const found = new Set<StoredLine>();
    for (const key of this.#keysOf(line)) {
      for (const one of this.#lines.get(key) ?? []) {
        if (found.size >= MAX_CANDIDATES) return [...found];
        found.add(one);
      }
    }
    return [...found];
  }

  /** Returns the line of the rule whose day is the nearest. */
  nearest(line: StatementLine, reason: KnownReason): StoredLine | undefined {
    return this.candidates(line)
      .filter((one) => isNear(line, one))
      .filter((one) => reason === 'utr' || !isContradicted(line, one, reason))
      .reduce<StoredLine | undefined>((best, one) => nearer(line, best, one), undefined);
  }

  remove(line: StoredLine): void {
    for (const key of this.#keysOf(line)) this.#lines.get(key)?.delete(line);
  }
}

function mostLike(line: StatementLine, candidates: readonly StoredLine[]): LikelyLine | undefined {
  if (candidates.length === 0) return undefined;
  const words = new Set(wordsOf(line));
  let best: LikelyLine | undefined;
  for (const stored of candidates) {
    const likeness = wordsOf(stored).filter((word) => words.has(word)).length;
    if (!best || likeness > best.likeness) best = { line, stored, likeness };
  }
  return best;
}

const daysOf: KeysOf = ({ bookedOn, valueOn, paise }) =>
  [...new Set([bookedOn, valueOn ?? bookedOn])].map((day) => `${paise} ${day}`);

const RULES: [KnownReason, KeysOf][] = [
  ['utr', ({ paise, utrs }) => utrs.map((utr) => `${paise} ${utr}`)],
  [
    'transactionId',
    (line) => daysOf(line).flatMap((day) => bankIdsOf(line).map((id) => `${day} ${id}`)),
  ],
  [
    'balance',
    (line) =>
      line.balancePaise === null ? [] : daysOf(line).map((day) => `${day} ${line.balancePaise}`),
  ],
];

/** Returns whether both have other UTRs. Or other numbers of the bank, because a balance can be reached twice on a day. */
function isContradicted(line: Facts, other: Facts, reason: KnownReason): boolean {
  if (line.utrs.length > 0 && other.utrs.length > 0) return true;
  return reason === 'balance' && line.transactionId !== null && other.transactionId !== null;
}

const isNear = (line: Facts, other: Facts) => daysApart(line, other) <= MAX_DAYS_APART;

function nearer(line: Facts, best: StoredLine | undefined, one: StoredLine): StoredLine {
  return best && daysApart(line, best) <= daysApart(line, one) ? best : one;
}

function daysApart(one: Facts, other: Facts): number {
  return Math.abs(Date.parse(one.bookedOn) - Date.parse(other.bookedOn)) / DAY_MS;
}

function bankIdsOf({ transactionId, reference }: Facts): string[] {
  const ids = [transactionId ?? '', ...reference.split(/\s+/)]
    .map((id) => id.toUpperCase().replace(/^0+/, ''))
    .filter((id) => id.length >= MIN_BANK_ID && /\d/.test(id));
  return [...new Set(ids)];
}

const wordsOf = ({ narration, reference }: Facts) =>
  `${narration} ${reference}`.toUpperCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
