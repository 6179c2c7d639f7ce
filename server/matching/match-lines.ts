import { fitsOf, isContradicted, isOpen, type KeyedLine, Keys } from './keyed-lines.ts';
import {
  addTo,
  type Finding,
  type Fit,
  type Match,
  type MatchGrade,
  type Matching,
  type MatchLine,
  type MatchRequest,
} from './matching.ts';
import { MergedPayments } from './merged-payments.ts';
import { isInWindow, Payers } from './payers.ts';
import { isSimilarUtr, SimilarUtrs } from './similar-utrs.ts';
import { stateOf } from './states.ts';

/** Proposals for one line or request if none of them is the only one. */
const MAX_POSSIBLE = 5;

/**
 * Matches credits with pending requests, in stages: equal UTR or reference; similar UTR; payer; one line for two
 * requests of a payer. Amounts are equal in each. Lines and requests with a certain or likely match take no part in
 * later stages. Only the first stage has certain matches.
 */
export function matchLines(
  lines: readonly MatchLine[],
  requests: readonly MatchRequest[],
): Matching {
  const steps = matchInSteps(lines, requests);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** As `matchLines`. Yields after each line of a stage, because many lines take seconds. */
export function* matchInSteps(
  lines: readonly MatchLine[],
  requests: readonly MatchRequest[],
): Generator<void, Matching> {
  return yield* new Run(lines, requests).result();
}

class Run {
  readonly #matches: Match[] = [];
  readonly #findings: Finding[] = [];
  /** Lines and requests with a certain or likely match. */
  readonly #settled = new Set<MatchLine | MatchRequest>();
  readonly #returned = new Set<MatchLine>();
  /** Lines that a later stage does not match: returned, or with the UTR or reference of a request. */
  readonly #excluded = new Set<MatchLine>();
  readonly #keyed: KeyedLine[] = [];
  readonly #lines: readonly MatchLine[];
  readonly #keys: Keys;
  readonly #payers: Payers;
  readonly #merged: MergedPayments;
  readonly #requests: MatchRequest[];

  constructor(lines: readonly MatchLine[], requests: readonly MatchRequest[]) {
    this.#lines = lines;
    this.#keys = new Keys(lines, requests);
    this.#requests = requests.filter(isOpen);
    this.#payers = new Payers(this.#requests, ({ paise }) => [paise]);
    this.#merged = new MergedPayments(this.#requests);
  }

  *result(): Generator<void, Matching> {
    yield* this.#readKeys();
    const { keyFits, similar } = yield* this.#findKeys();
    yield* this.#settle(keyFits);
    this.#addPossible(yield* this.#settle(similar));
    // A request may have been matched by a similar UTR, which leaves one request for another line.
    this.#addPossible(yield* this.#settle(keyFits));
    this.#addPossible(withoutDoubtful(yield* this.#settle(yield* this.#payerFits())));
    yield* this.#matchMerged();
    for (const keyed of this.#keyed) {
      yield;
      if (this.#returned.has(keyed.line)) continue;
      const state = stateOf(keyed, this.#settled.has(keyed.line));
      if (state) this.#report(keyed.line, keyed.all, state);
    }
    return { matches: this.#matches, findings: this.#findings };
  }

  *#readKeys(): Generator<void, void> {
    for (const line of this.#lines) {
      if (line.paise <= 0) continue;
      yield;
      const keyed = this.#keys.find(line);
      this.#keyed.push(keyed);
      if (!this.#keys.isReturned(line)) continue;
      this.#returned.add(line);
      this.#excluded.add(line);
      this.#report(line, keyed.all, 'returned');
    }
  }

  /** Returns pairs with equal keys, and pairs with similar UTRs of the lines without such a pair. */
  *#findKeys(): Generator<void, { keyFits: GradedFit[]; similar: GradedFit[] }> {
    const similarUtrs = new SimilarUtrs(this.#requests);
    const found: { keyed: KeyedLine; fits: Fit[] }[] = [];
    const alike = new Map<MatchRequest, MatchLine[]>();
    const similar: GradedFit[] = [];
    for (const keyed of this.#keyed) {
      yield;
      const { line } = keyed;
      if (this.#excluded.has(line)) continue;
      const fits = fitsOf(keyed);
      if (fits.length > 0) {
        found.push({ keyed, fits });
        this.#excluded.add(line);
      }
      if (keyed.all.length > 0 || line.isReturn) continue;
      for (const request of similarUtrs.find(line)) {
        if (!isInWindow(line, request)) continue;
        addTo(alike, request, line);
        similar.push({ line, request, reason: 'utr_amount', grade: 'likely' });
      }
    }
    return { keyFits: yield* this.#gradeKeys(found, alike), similar };
  }

  *#gradeKeys(
    found: readonly { keyed: KeyedLine; fits: Fit[] }[],
    alike: ReadonlyMap<MatchRequest, MatchLine[]>,
  ): Generator<void, GradedFit[]> {
    const linesOf = new Map<MatchRequest, number>();
    for (const { request } of found.flatMap(({ fits }) => fits)) {
      linesOf.set(request, (linesOf.get(request) ?? 0) + 1);
    }
    const graded: GradedFit[] = [];
    for (const { keyed, fits } of found) {
      yield;
      for (const fit of fits) {
        const isOnly = fits.length === 1 && linesOf.get(fit.request) === 1;
        const isClear = isOnly && !isContradicted(keyed, fit);
        const grade = isClear ? this.#gradeOnly(fit, alike.get(fit.request) ?? []) : 'likely';
        graded.push({ ...fit, grade });
      }
    }
    return graded;
  }

  /**
   * Grades a pair without another one. A mistyped UTR can be that of another payment of the same amount. Then the
   * real payment is a line with a similar UTR, or the payer of this line has another request.
   */
  #gradeOnly({ line, request, reason }: Fit, alike: readonly MatchLine[]): MatchGrade {
    if (reason === 'reference_amount') return hasOtherUtr(line, request) ? 'likely' : 'certain';
    const isPayer = (one: MatchLine) => this.#payers.fit(one, request) === 'strong';
    if (alike.length > 0) return alike.some(isPayer) && !isPayer(line) ? 'possible' : 'likely';
    if (isPayer(line)) return 'certain';
    const isOthers = this.#payers
      .find(line)
      .some(({ request: other, fit }) => fit === 'strong' && other.userId !== request.userId);
    return isOthers ? 'likely' : 'certain';
  }

  *#payerFits(): Generator<void, GradedFit[]> {
    const fits: GradedFit[] = [];
    for (const { line } of this.#keyed) {
      yield;
      if (this.#excluded.has(line) || this.#settled.has(line) || line.isReturn) continue;
      const isFree = (request: MatchRequest) => !this.#settled.has(request);
      for (const { request, fit } of this.#payers.find(line, isFree)) {
        const grade = fit === 'strong' ? 'likely' : 'possible';
        fits.push({ line, request, reason: 'payer_amount', grade });
      }
    }
    return fits;
  }

  /**
   * Adds the matches of a stage. Of several pairs of a line or request, the payer decides. Returns the pairs that are
   * left.
   */
  *#settle(all: readonly GradedFit[]): Generator<void, GradedFit[]> {
    for (const [fit, isOnly] of withUniqueness(this.#free(all))) {
      if (isOnly && fit.grade !== 'possible') this.#add(fit, fit.grade);
    }
    yield;
    const named: GradedFit[] = [];
    for (const fit of this.#free(all)) {
      if (fit.reason === 'payer_amount') continue;
      yield;
      if (this.#payers.fit(fit.line, fit.request) === 'strong') named.push(fit);
    }
    for (const [fit, isOnly] of withUniqueness(named)) if (isOnly) this.#add(fit, 'likely');
    yield;
    const unsettled = this.#free(all).filter(({ grade }) => grade !== 'possible');
    for (const fit of inOrderOfPayers(unsettled)) this.#add(fit, 'likely');
    yield;
    return this.#free(all);
  }

  #free(fits: readonly GradedFit[]): GradedFit[] {
    return fits.filter(
      ({ line, request }) => !this.#settled.has(line) && !this.#settled.has(request),
    );
  }

  #addPossible(fits: readonly GradedFit[]): void {
    const counts = new Map<MatchLine | MatchRequest, number>();
    for (const { line, request, reason } of this.#free(fits)) {
      const [ofLine = 0, ofRequest = 0] = [counts.get(line), counts.get(request)];
      if (ofLine >= MAX_POSSIBLE || ofRequest >= MAX_POSSIBLE) continue;
      counts.set(line, ofLine + 1).set(request, ofRequest + 1);
      this.#matches.push({
        lineId: line.id,
        requestId: request.id,
        paise: request.paise,
        grade: 'possible',
        reason,
      });
    }
  }

  #add({ line, request, reason }: Fit, grade: MatchGrade): void {
    if (this.#settled.has(line) || this.#settled.has(request)) return;
    this.#settled.add(line).add(request);
    const ids = { lineId: line.id, requestId: request.id };
    this.#matches.push({ ...ids, paise: request.paise, grade, reason });
  }

  *#matchMerged(): Generator<void, void> {
    const isFree = (request: MatchRequest) =>
      !this.#settled.has(request) && !request.isProposedElsewhere;
    for (const keyed of this.#keyed) {
      yield;
      const { line } = keyed;
      if (this.#excluded.has(line) || this.#settled.has(line) || line.isReturn) continue;
      const pairs = this.#merged.find(keyed, isFree);
      const [pair] = pairs;
      if (!pair) continue;
      const grade = pairs.length === 1 ? 'likely' : 'possible';
      for (const request of pair.requests) {
        const ids = { lineId: line.id, requestId: request.id };
        this.#matches.push({ ...ids, paise: request.paise, grade, reason: pair.reason });
        if (grade === 'likely') this.#settled.add(request);
      }
      this.#settled.add(line);
    }
  }

  #report(line: MatchLine, requests: readonly MatchRequest[], state: Finding['state']): void {
    this.#findings.push({ lineId: line.id, requestIds: requests.map(({ id }) => id), state });
  }
}

interface GradedFit extends Fit {
  grade: MatchGrade;
}

/** Returns whether the line has reference numbers, and none is close to the one that the user typed. */
function hasOtherUtr({ utrs }: MatchLine, { utr }: MatchRequest): boolean {
  if (utr === null || utrs.length === 0) return false;
  return utrs.every((one) => one !== utr && !isSimilarUtr(one, utr));
}

/** Adds whether neither the line nor the request has another pair. */
function withUniqueness(fits: readonly GradedFit[]): [GradedFit, boolean][] {
  const counts = new Map<MatchLine | MatchRequest, number>();
  for (const { line, request } of fits) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
    counts.set(request, (counts.get(request) ?? 0) + 1);
  }
  return fits.map((fit) => [fit, counts.get(fit.line) === 1 && counts.get(fit.request) === 1]);
}

/** Leaves out pairs of which only a part of the name is equal, unless line and request have no other pair. */
function withoutDoubtful(fits: readonly GradedFit[]): GradedFit[] {
  return withUniqueness(fits)
    .filter(([{ grade }, isOnly]) => isOnly || grade !== 'possible')
    .map(([fit]) => fit);
}

/**
 * Pairs equal payments of one payer with as many equal requests, in order of the days. Which line belongs to which of
 * them changes no balance.
 */
function inOrderOfPayers(fits: readonly GradedFit[]): Fit[] {
  const usersOf = new Map<MatchLine, Set<string>>();
  const groups = new Map<string, GradedFit[]>();
  for (const fit of fits) {
    const { line, request } = fit;
    usersOf.set(line, (usersOf.get(line) ?? new Set()).add(request.userId));
    if (fit.reason === 'payer_amount') addTo(groups, `${request.userId} ${request.paise}`, fit);
  }
  return [...groups.values()].flatMap((group) => {
    const requests = [...new Set(group.map(({ request }) => request))];
    const lines = [...new Set(group.map(({ line }) => line))];
    const isComplete = group.length === lines.length * requests.length;
    const isOneUser = lines.every((line) => usersOf.get(line)?.size === 1);
    if (!isComplete || !isOneUser || lines.length !== requests.length) return [];
    requests.sort((one, other) => (one.createdOn < other.createdOn ? -1 : 1));
    lines.sort((one, other) => (one.bookedOn < other.bookedOn ? -1 : 1));
    return requests.flatMap((request, n) => {
      const line = lines[n];
      return line ? [{ line, request, reason: 'payer_amount' as const }] : [];
    });
  });
}
