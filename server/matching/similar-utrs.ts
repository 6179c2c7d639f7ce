import { addTo, type MatchLine, type MatchRequest } from './matching.ts';

/**
 * Requests by reference numbers that differ in one character or in two swapped ones, with the same amount. Each
 * number has a key for every character left out, and one of its sorted characters.
 */
export class SimilarUtrs {
  readonly #requests = new Map<string, MatchRequest[]>();
  readonly #amounts = new Set<number>();

  constructor(requests: readonly MatchRequest[]) {
    for (const request of requests) {
      if (request.utr === null) continue;
      this.#amounts.add(request.paise);
      for (const key of keysOf(request.utr, request.paise)) addTo(this.#requests, key, request);
    }
  }

  find({ utrs, paise }: MatchLine): MatchRequest[] {
    if (!this.#amounts.has(paise)) return [];
    const found = new Set<MatchRequest>();
    for (const utr of utrs) {
      for (const key of keysOf(utr, paise)) {
        for (const request of this.#requests.get(key) ?? []) {
          if (isSimilarUtr(request.utr ?? '', utr)) found.add(request);
        }
      }
    }
    return [...found];
  }
}

function keysOf(utr: string, paise: number): string[] {
  const keys = [`${paise} ${[...utr].sort().join('')}`];
  for (let n = 0; n < utr.length; n += 1) {
    keys.push(`${paise} ${utr.slice(0, n)}.${utr.slice(n + 1)}`);
  }
  return keys;
}

/** Returns whether the numbers differ in one character or in two swapped ones. */
export function isSimilarUtr(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const places: number[] = [];
  for (let n = 0; n < one.length && places.length <= 2; n += 1) {
    if (one[n] !== other[n]) places.push(n);
  }
  const [first = 0, second = 0] = places;
  if (places.length === 2) return one[first] === other[second] && one[second] === other[first];
  return places.length === 1;
}
