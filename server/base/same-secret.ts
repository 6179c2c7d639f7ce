import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares two secrets or signatures as texts, in a time that does not depend on where they differ. Signatures in Base64 are
 * compared before they are decoded, because several texts decode to the same bytes.
 */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
