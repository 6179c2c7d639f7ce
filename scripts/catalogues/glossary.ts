import { LANGUAGES, type Language } from '#contract/rules.ts';

/** A word that has no place in a language, and what is said instead. */
export interface Avoided {
  language: Language;
  /** The beginning of the word, as it may stand within a text. */
  word: string;
  instead: string;
}

/** The rows of a table whose cells are: language, `word`, what to use, why. */
const ROW = /^\| (\w+) \| `([^`]+)` \| ([^|]+) \|/gm;

/** The words to avoid that the glossary lists. */
export function readAvoided(glossary: string): Avoided[] {
  return [...glossary.matchAll(ROW)].flatMap(([, code, word = '', instead = '']) => {
    const language = LANGUAGES.find((one) => one === code);
    return language ? [{ language, word, instead: instead.trim() }] : [];
  });
}

/** Which words to avoid a text in a language holds. */
export function avoidedIn(text: string, language: Language, avoided: Avoided[]): string[] {
  return avoided
    .filter((row) => row.language === language && text.includes(row.word))
    .map(({ word, instead }) => `"${word.trim()}" (use ${instead})`);
}
