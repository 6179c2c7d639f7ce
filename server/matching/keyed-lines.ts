import { isDecidable, isRefused } from '#contract/transactions/states.ts';
import { addTo, daysToBooking, type Fit, type MatchLine, type MatchRequest } from './matching.ts';

/** UPI references repeat after ten years; a request long before or after its payment is not certain. */
export const MAX_DAYS_OF_KEY = 30;

/** A credit and the requests whose UTR or reference it has. */
export interface KeyedLine {
  line: MatchLine;
  byReference: readonly MatchRequest[];
  all: readonly MatchRequest[];
}

/** One array for the many lines that have none. */
const NONE: readonly MatchRequest[] = [];

/** Finds requests by UTR and reference, and payments that were returned. */
export class Keys {
  readonly #byUtr = new Map<string, MatchRequest[]>();
  readonly #byReference = new Map<string, MatchRequest>();
  readonly #debits = new Map<string, MatchLine[]>();

  constructor(lines: readonly MatchLine[], requests: readonly MatchRequest[]) {
    for (const request of requests) {
      if (request.utr !== null) addTo(this.#byUtr, request.utr, request);
      this.#byReference.set(request.reference, request);
    }
    for (const line of lines) {
      if (line.paise > 0) continue;
      const keys = line.ourReference === null ? line.utrs : [...line.utrs, line.ourReference];
      for (const key of keys) addTo(this.#debits, key, line);
    }
  }

  find(line: MatchLine): KeyedLine {
    const ours = line.ourReference === null ? undefined : this.#byReference.get(line.ourReference);
    const found = line.utrs.flatMap((utr) => this.#byUtr.get(utr) ?? []);
    if (ours === undefined && found.length === 0) {
      return { line, byReference: NONE, all: NONE };
    }
    const byReference = ours === undefined ? NONE : [ours];
    return { line, byReference, all: [...new Set([...found, ...byReference])] };
  }

  /** Returns whether the money went back: a later debit of the amount with the same UTR or reference. */
  isReturned(line: MatchLine): boolean {
    const keys = line.ourReference === null ? line.utrs : [...line.utrs, line.ourReference];
    return keys.some((key) =>
      this.#debits
        .get(key)
        ?.some(({ paise, bookedOn }) => paise === -line.paise && bookedOn >= line.bookedOn),
    );
  }
}

export const isOpen = ({ status, isClosed }: MatchRequest) => isDecidable({ status }) && !isClosed;

/** Pairs of equal amount. A reference in the narration counts more than a UTR that the user typed. */
export function fitsOf({ line, all, byReference }: KeyedLine): Fit[] {
  return all
    .filter((request) => isOpen(request) && request.paise === line.paise)
    .map((request) => ({
      line,
      request,
      reason: byReference.includes(request) ? 'reference_amount' : 'utr_amount',
    }));
}

/** Returns whether the line or another request contradicts the only pair of a line. */
export function isContradicted({ line, all }: KeyedLine, { request, reason }: Fit): boolean {
  if (line.isReturn || Math.abs(daysToBooking(line, request)) > MAX_DAYS_OF_KEY) return true;
  // A user sends a rejected request again with the same UTR.
  const isAgain = (other: MatchRequest) => other.userId === request.userId && isRefused(other);
  if (all.some((other) => other !== request && !isAgain(other))) return true;
  if (reason === 'utr_amount') {
    return line.ourReference !== null && line.ourReference !== request.reference;
  }
  return false;
}
