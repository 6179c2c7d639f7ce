import { createHash } from 'node:crypto';

/** JSON with the keys of every object sorted, so that equal values are equal text, however stored. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * What a request's key is bound to: the sha256 of all that the request says, as the server understood it.
 * A field that is undefined counts as left out.
 */
export function fingerprintOf(request: object): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest();
}
