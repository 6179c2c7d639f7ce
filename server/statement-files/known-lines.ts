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

/**
 * Finds lines of a file among stored lines of other layouts by facts that do not depend on the layout: amount and UTR; or
 * amount, day, and the bank's number or the balance, unless the UTRs differ. A stored line explains one line of the file.
 */
export class KnownLines {
  readonly known: KnownLine[] = [];
  /** The other lines for which a stored line of the day and amount is left, those with the most equal words first. */
  readonly unclear: UnclearLine[];
  readonly #left: Index;

  constructor(lines: readonly StatementLine[], stored: readonly StoredLine[]) {
    let open = [...lines];
    const used = new Set<StoredLine>();
    for (const [reason, keysOf] of RULES) {
      const index = new Index(
        stored.filter((one) => !used.has(one)),
        keysOf,
      );
      open = open.filter((line) => {
        const found = index
          .candidates(line)
          .filter((one) => isNear(line, one))
          .filter((one) => reason === 'utr' || !isContradicted(line, one, reason))
          .reduce<StoredLine | undefined>((best, one) => nearer(line, best, one), undefined);
        if (!found) return true;
        index.remove(found);
        used.add(found);
        this.known.push({ line, stored: found, reason });
        return false;
      });
    }
    this.#left = new Index(
      stored.filter((one) => !used.has(one)),
      daysOf,
    );
    this.unclear = open
      .flatMap((line) => mostLike(line, this.#left.candidates(line)) ?? [])
      .sort((one, other) => other.likeness - one.likeness)
      .map(({ line, stored: found }) => ({ line, stored: found }));
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

type KeysOf = (line: Facts) => string[];

class Index {
  readonly #keysOf: KeysOf;
  readonly #lines = new Map<string, Set<StoredLine>>();

  constructor(stored: readonly StoredLine[], keysOf: KeysOf) {
    this.#keysOf = keysOf;
    for (const one of stored) {
      for (const key of keysOf(one)) {
        const list = this.#lines.get(key);
        if (list) list.add(one);
        else this.#lines.set(key, new Set([one]));
      }
    }
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

  remove(line: StoredLine): void {
    for (const key of this.#keysOf(line)) this.#lines.get(key)?.delete(line);
  }
}

function mostLike(
  line: StatementLine,
  candidates: readonly StoredLine[],
): (UnclearLine & { likeness: number }) | undefined {
  const words = new Set(wordsOf(line));
  let best: (UnclearLine & { likeness: number }) | undefined;
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
