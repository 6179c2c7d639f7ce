import { createHash } from 'node:crypto';

/** Returns JSON with sorted object keys, so that equal values give equal text however they were stored. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Undefined counts as absent. */
export function fingerprintOf(request: object): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest();
}
