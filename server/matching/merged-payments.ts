import type { KeyedLine } from './keyed-lines.ts';
import { addTo, type MatchReason, type MatchRequest } from './matching.ts';
import { isInWindow, Payers } from './payers.ts';

/** Requests of a user whose sums are compared. */
const MAX_OF_USER = 20;

export interface MergedPair {
  requests: [MatchRequest, MatchRequest];
  reason: MatchReason;
}

/** Finds two requests of one user that were paid together. */
export class MergedPayments {
  readonly #bySum = new Map<number, [MatchRequest, MatchRequest][]>();
  readonly #payers: Payers;

  constructor(requests: readonly MatchRequest[]) {
    const ofUsers = new Map<string, MatchRequest[]>();
    for (const request of requests) addTo(ofUsers, request.userId, request);
    const sums = new Map<MatchRequest, number[]>();
    for (const all of ofUsers.values()) {
      const few = all.slice(0, MAX_OF_USER);
      for (const [n, one] of few.entries()) {
        for (const other of few.slice(n + 1)) {
          const sum = one.paise + other.paise;
          addTo(this.#bySum, sum, [one, other]);
          addTo(sums, one, sum);
        }
      }
    }
    this.#payers = new Payers(sums.keys(), (request) => sums.get(request) ?? []);
  }

  /** The line has to have the UTR or reference of one of the two, or name the payer. */
  find(
    { line, all, byReference }: KeyedLine,
    isFree: (one: MatchRequest) => boolean,
  ): MergedPair[] {
    const pairs = (this.#bySum.get(line.paise) ?? []).filter((pair) => pair.every(isFree));
    if (pairs.length === 0) return [];
    const keyed = pairs.filter((pair) => pair.some((one) => all.includes(one)));
    if (keyed.length > 0) {
      return keyed.map((requests) => ({
        requests,
        reason: requests.some((one) => byReference.includes(one))
          ? 'reference_amount'
          : 'utr_amount',
      }));
    }
    const named = this.#payers.find(line).filter(({ fit }) => fit === 'strong');
    const first = new Set(named.map(({ request }) => request));
    return pairs
      .filter((pair) => first.has(pair[0]) && pair.every((one) => isInWindow(line, one)))
      .map((requests) => ({ requests, reason: 'payer_amount' }));
  }
}
