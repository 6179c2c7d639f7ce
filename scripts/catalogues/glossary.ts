import { LANGUAGES, type Language } from '#contract/shared/enums.ts';

export interface Avoided {
  language: Language;
  /** The beginning of the word, as it may occur in a text. */
  word: string;
  instead: string;
}

export const AVOIDED_FILE = 'docs/glossary/words-to-avoid.tsv';

/** Reads lines with the cells language, word, replacement, reason. */
export function readAvoided(table: string): Avoided[] {
  return table.split('\n').flatMap((line) => {
    const [code, word = '', instead = ''] = line.split('\t');
    const language = LANGUAGES.find((one) => one === code);
    return language && word ? [{ language, word, instead }] : [];
  });
}

export function avoidedIn(text: string, language: Language, avoided: Avoided[]): string[] {
  return avoided
    .filter((row) => row.language === language && inflected(row.word).test(text))
    .map(({ word, instead }) => `"${word.trim()}" (use ${instead})`);
}

const patterns = new Map<string, RegExp>();

/** Matches a word, or several words, with any endings: an ending replaces the last sign of a word. */
function inflected(words: string): RegExp {
  const known = patterns.get(words);
  if (known) return known;
  const stems = words
    .split(' ')
    .map((word, at, { length }) => (at < length - 1 ? word.replace(VIRAMA_AT_END, '') : word))
    .map((word) => word.replace(SYNTAX, '\\$&'));
  const pattern = new RegExp(stems.join('[\\p{L}\\p{M}\\u200c\\u200d]*\\s+'), 'u');
  patterns.set(words, pattern);
  return pattern;
}

const VIRAMA_AT_END = /[\u094d\u0bcd\u0c4d\u0ccd\u0d4d]$/u;
const SYNTAX = /[.*+?^${}()|[\]\\/]/g;
