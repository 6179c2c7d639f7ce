import { distance } from 'fastest-levenshtein';

/** A word of a name: with folded spelling, and its consonants alone. */
export interface NameWord {
  text: string;
  consonants: string;
}

/** Devanagari to Malayalam: blocks of 128 characters in which equal letters have equal places. */
const FIRST_INDIC = 0x0900;
const LAST_INDIC = 0x0d7f;
const BLOCK = 0x80;
const VIRAMA = 0x4d;
const VOWELS: Record<number, string> = Object.fromEntries(
  'a a i i u u ri li e e e ai o o o au'.split(' ').map((vowel, n) => [0x05 + n, vowel]),
);
const VOWEL_SIGNS: Record<number, string> = Object.fromEntries(
  'a i i u u ri ri e e e ai o o o au'.split(' ').map((vowel, n) => [0x3e + n, vowel]),
);
const CONSONANTS: Record<number, string> = Object.fromEntries(
  'k kh g gh n c ch j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v s s s h'
    .split(' ')
    .map((consonant, n) => [0x15 + n, consonant]),
);
/** Consonants of Malayalam that end a syllable. */
const CHILLU: Record<number, string> = {
  3450: 'n',
  3451: 'n',
  3452: 'r',
  3453: 'l',
  3454: 'l',
  3455: 'k',
};
const NASALS = new Set([0x01, 0x02]);

/** Returns text in Indian scripts in Latin letters, close to the usual spelling of names. */
export function toLatin(text: string): string {
  let latin = '';
  // Composed, so that vowels of two parts are one letter in every input.
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < FIRST_INDIC || code > LAST_INDIC) {
      latin += letter;
      continue;
    }
    const place = code % BLOCK;
    const consonant = CONSONANTS[place];
    const sign = VOWEL_SIGNS[place];
    if (CHILLU[code]) latin += CHILLU[code];
    else if (consonant) latin += `${consonant}a`;
    else if (sign) latin = latin.replace(/a$/, '') + sign;
    else if (place === VIRAMA) latin = latin.replace(/a$/, '');
    else if (NASALS.has(place)) latin += 'n';
    else latin += VOWELS[place] ?? '';
  }
  return latin;
}

/** Spellings of one sound; Tamil writes voiced and unvoiced consonants with one letter. */
const SOUNDS: [RegExp, string][] = [
  [/x/g, 'ks'],
  [/ph|f/g, 'p'],
  [/(?:ch|sh|j|z|c|s)h?/g, 's'],
  [/(?<=[kgtdpb])h/g, ''],
  [/[gq]/g, 'k'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/w/g, 'v'],
  [/m(?=[kgtdpbs])/g, 'n'],
  [/ee|y/g, 'i'],
  [/oo/g, 'u'],
  [/(.)\1+/g, '$1'],
  [/(?<=..)a$/g, ''],
];
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'smt', 'shri', 'sri', 'kumari', 'master', 'miss']);
const MAX_WORDS = 40;
const MAX_CACHED = 20_000;
const cached = new Map<string, NameWord>();

function foldWord(word: string): NameWord {
  const known = cached.get(word);
  if (known) return known;
  let text = word;
  for (const [spelling, sound] of SOUNDS) text = text.replace(spelling, sound);
  const consonants = text[0] + text.slice(1).replace(/[aeiou]/g, '');
  const folded = { text, consonants };
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(word, folded);
  return folded;
}

const hasOtherScripts = /[^\0-\x7f]/;

/** Returns the words of a name or a narration in folded spelling. */
function wordsOf(text: string): NameWord[] {
  const plain = hasOtherScripts.test(text) ? toLatin(text).normalize('NFKD') : text;
  const words = plain.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => !TITLES.has(word))
    .slice(0, MAX_WORDS)
    .map(foldWord);
}

export type NameFit = 'strong' | 'weak' | 'none';

const LONG_WORD = 8;
const MIN_CUT = 4;
const MIN_LETTERS = 6;
const MIN_LIKENESS = 0.7;

/** Words with what compares them quickly: the set of their first letters as bits, and all of them in one word. */
export interface Name {
  words: readonly NameWord[];
  initials: number;
  joined: string;
}

export function readName(text: string): Name {
  const words = wordsOf(text);
  return { words, initials: initialsOf(words), joined: words.map((word) => word.text).join('') };
}

export interface NarrationWords {
  words: readonly NameWord[];
  initials: number;
  texts: ReadonlySet<string>;
}

export function readNarration(text: string): NarrationWords {
  const words = wordsOf(text);
  return { words, initials: initialsOf(words), texts: new Set(words.map((word) => word.text)) };
}

function initialsOf(words: readonly NameWord[]): number {
  return words.reduce((bits, { text }) => bits | (1 << (text.charCodeAt(0) - 97)), 0);
}

/** Compares the words of a known name with those of a narration, which may cut and abbreviate names. */
export function fitName({ words, initials, joined }: Name, narration: NarrationWords): NameFit {
  if (words.length === 0) return 'none';
  const canBeWhole = (initials & narration.initials) === initials;
  if (canBeWhole && isWhole(words, narration.words)) return 'strong';
  if (joined.length >= LONG_WORD && narration.texts.has(joined)) return 'strong';
  const isPart = words.some(({ text }) => text.length >= MIN_CUT && narration.texts.has(text));
  return isPart ? 'weak' : 'none';
}

/** One word is enough if it is long and the name has no other. */
function isWhole(name: readonly NameWord[], narration: readonly NameWord[]): boolean {
  if (!name.every((word) => narration.some((other) => isSameWord(word, other)))) return false;
  const full = name.filter(({ text }) => text.length > 1);
  const letters = full.reduce((sum, { text }) => sum + text.length, 0);
  return full.length >= 2 ? letters >= MIN_LETTERS : name.length === 1 && letters >= LONG_WORD;
}

function isSameWord(one: NameWord, other: NameWord): boolean {
  if (one.text[0] !== other.text[0]) return false;
  const [short, long] =
    one.text.length <= other.text.length ? [one.text, other.text] : [other.text, one.text];
  if (short.length === 1) return one.text === short && long.startsWith(short);
  if (short.length >= MIN_CUT && long.startsWith(short)) return true;
  if (short.length >= LONG_WORD && distance(short, long) <= 1) return true;
  if (one.consonants !== other.consonants) return false;
  return 1 - distance(short, long) / long.length >= MIN_LIKENESS;
}
