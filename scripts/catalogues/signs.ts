import { withoutPlaceholders } from './extract.ts';

/** Signs that occur as often in a translation as in the English text, with their names. */
const COUNTED_SIGNS: [RegExp, string][] = [
  [/₹/g, '₹'],
  [/[()[\]]/g, 'brackets'],
  [/["“”«»]/g, 'quotes'],
  [/(?<!\p{L})['‘’]|['‘’](?!\p{L})/gu, 'quotes'],
];
/** The end of a sentence within a text or at its end. */
const STOPS = /[.?!।](?=\s|$)/g;
/** Joiners are part of Indian spelling, but only within a word. */
const MISPLACED_JOINER = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/u;
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

export function signFaults(key: string, text: string): string[] {
  const faults = COUNTED_SIGNS.filter(([sign]) => count(key, sign) !== count(text, sign)).map(
    ([, name]) => `${name} differ`,
  );
  if (/[{}]/.test(withoutPlaceholders(text))) faults.push('a brace outside a placeholder');
  if (count(withoutPlaceholders(key), STOPS) !== count(withoutPlaceholders(text), STOPS))
    faults.push('sentences differ in number');
  if (INVISIBLE.test(text) || MISPLACED_JOINER.test(text)) faults.push('an invisible character');
  if (/\s\s|[^\S ]/.test(text)) faults.push('white space other than single spaces');
  if (text !== text.normalize('NFC')) faults.push('not in Unicode normal form C');
  return faults;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
