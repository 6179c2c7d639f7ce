import { addTo, daysToBooking, type MatchLine, type MatchRequest } from './matching.ts';
import {
  fitName,
  type Name,
  type NameFit,
  type NarrationWords,
  readName,
  readNarration,
} from './names.ts';

/** A payment is booked before the request is sent, or some days later. */
const MAX_DAYS_BEFORE = 3;
const MAX_DAYS_AFTER = 4;
/** Bounds the work for a line whose amount and words many requests have. */
const MAX_COMPARED = 150;
const MIN_INDEXED = 2;

export function isInWindow(line: MatchLine, request: MatchRequest): boolean {
  const days = daysToBooking(line, request);
  return days >= -MAX_DAYS_BEFORE && days <= MAX_DAYS_AFTER;
}

/** Known payers of requests, by the amount that a line has to have. */
export class Payers {
  readonly #byId = new Map<string, MatchRequest[]>();
  readonly #byWord = new Map<string, MatchRequest[]>();
  readonly #names = new Map<MatchRequest, Name[]>();
  readonly #amounts = new Set<number>();

  /** `amountsOf` are the amounts by which a request can be found. */
  constructor(requests: Iterable<MatchRequest>, amountsOf: (request: MatchRequest) => number[]) {
    for (const request of requests) {
      const names = request.payerNames.map(readName);
      this.#names.set(request, names);
      const words = new Set(
        names.flatMap(({ words }) => words.map(({ consonants }) => consonants)),
      );
      for (const paise of amountsOf(request)) {
        this.#amounts.add(paise);
        for (const id of request.payerIds)
          addTo(this.#byId, `${paise} ${id.toLowerCase()}`, request);
        for (const word of words) {
          if (word.length >= MIN_INDEXED) addTo(this.#byWord, `${paise} ${word}`, request);
        }
      }
    }
  }

  /** Returns requests in the time window whose payer the line names. `isFree` leaves out requests. */
  find(
    line: MatchLine,
    isFree: (request: MatchRequest) => boolean = () => true,
  ): { request: MatchRequest; fit: NameFit }[] {
    if (!this.#amounts.has(line.paise)) return [];
    const words = lineWords(line);
    const fits: { request: MatchRequest; fit: NameFit }[] = [];
    for (const request of this.#candidates(line, words)) {
      if (!isFree(request) || !isInWindow(line, request)) continue;
      const fit = this.fit(line, request, words);
      if (fit !== 'none') fits.push({ request, fit });
    }
    const strong = fits.filter(({ fit }) => fit === 'strong');
    return strong.length > 0 ? strong : fits;
  }

  fit(line: MatchLine, request: MatchRequest, words = lineWords(line)): NameFit {
    const ids = idsOf(line);
    if (request.payerIds.some((id) => ids.includes(id.toLowerCase()))) return 'strong';
    const fits = (this.#names.get(request) ?? []).map((name) => fitName(name, words));
    if (fits.includes('strong')) return 'strong';
    return fits.includes('weak') ? 'weak' : 'none';
  }

  /** The rarest words come first, so that the bound leaves out requests with frequent words alone. */
  #candidates(line: MatchLine, { words }: NarrationWords): Set<MatchRequest> {
    const keys = new Set(words.map(({ consonants }) => consonants));
    const lists = [...keys].map((word) => this.#byWord.get(`${line.paise} ${word}`) ?? []);
    const found = new Set<MatchRequest>();
    const byIds = idsOf(line).map((id) => this.#byId.get(`${line.paise} ${id}`) ?? []);
    for (const list of [...byIds, ...lists.sort((one, other) => one.length - other.length)]) {
      for (const request of list) {
        if (found.size >= MAX_COMPARED) return found;
        found.add(request);
      }
    }
    return found;
  }
}

function lineWords({ narration, vpa }: MatchLine): NarrationWords {
  return readNarration(vpa === null ? narration : `${narration} ${vpa.split('@')[0]}`);
}

/** The UPI ID, and the phone number with which it begins. */
function idsOf({ vpa }: MatchLine): string[] {
  if (vpa === null) return [];
  const id = vpa.toLowerCase();
  const [phone] = id.match(/^\d{10}(?=\D)/) ?? [];
  return phone === undefined ? [id] : [id, phone];
}
