import type { Language } from '#contract/shared/enums.ts';
import { placeholdersOf, withoutPlaceholders } from './extract.ts';
import { type Avoided, avoidedIn } from './glossary.ts';
import sameForms from './same-forms.json' with { type: 'json' };
import { signFaults } from './signs.ts';
import { slots as knownSlots, type Slot, WRAPPING_BUTTONS } from './slots.ts';
import { termFaults } from './terms.ts';

export type Catalogue = Record<string, string>;

/** Written in Latin letters in every language, as Indian banking apps do (see docs/languages.md). */
const LATIN_WORDS = new Set([
  'UPI',
  'QR',
  'IFSC',
  'UTR',
  'IMPS',
  'NEFT',
  'RTGS',
  'CSV',
  'TSV',
  'JSON',
  'XML',
  'PDF',
  'Excel',
  'CAMT',
  'MT',
  'Dr',
  'Cr',
  'JPEG',
  'JPG',
  'PNG',
  'WebP',
  'HEIC',
  'MB',
  'URL',
  'https',
  'INR',
  'Node',
  'js',
  'PostgreSQL',
  'IP',
  'API',
  'Firefox',
  'Chrome',
  'Edge',
  'Safari',
]);

const SCRIPTS: Record<Language, string> = {
  en: 'Latin',
  hi: 'Devanagari',
  te: 'Telugu',
  ml: 'Malayalam',
  ta: 'Tamil',
  kn: 'Kannada',
};

export interface Texts {
  keys: Iterable<string>;
  plurals?: Iterable<string>;
  buttons?: Iterable<string>;
}

/** The entries of a language: plural forms for texts with a count; for English only those. */
export function entriesFor(language: Language, texts: Texts): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plurals = new Set(texts.plurals);
  const entries = new Map<string, string>();
  for (const key of texts.keys) {
    if (plurals.has(key) || placeholdersOf(key).includes('count'))
      for (const form of forms) entries.set(`${key}_${form}`, key);
    else if (language !== 'en') entries.set(key, key);
  }
  return entries;
}

/** Returns the faults of one language's catalogue, given every text of the source; empty if there are none. */
export function catalogueFaults(
  input: Texts & {
    language: Language;
    catalogue: Catalogue;
    slots?: Slot[];
    buttonLengths?: ButtonLengths;
    avoided?: Avoided[];
  },
): string[] {
  const { language, catalogue, slots = knownSlots, avoided = [], buttonLengths } = input;
  const buttons = new Set(input.buttons);
  const entries = entriesFor(language, input);
  const faults: string[] = [];
  for (const [entry, key] of entries) {
    const text = catalogue[entry];
    if (!text) faults.push(`missing "${entry}"`);
    else
      faults.push(
        ...[
          ...textFaults(language, key, text),
          ...lengthFaults(slots, key, text),
          ...(buttons.has(key) && buttonLengths && !WRAPPING_BUTTONS.includes(key)
            ? buttonFaults(buttonLengths[language]?.[entry], text)
            : []),
          ...avoidedIn(text, language, avoided).map((word) => `a word to avoid, ${word},`),
        ].map((fault) => `${fault} in "${entry}"`),
      );
  }
  faults.push(...pluralFaults(language, catalogue));
  for (const entry of Object.keys(catalogue))
    if (!entries.has(entry)) faults.push(`unused "${entry}"`);
  if (JSON.stringify(catalogue) !== JSON.stringify(sorted(catalogue)))
    faults.push('keys are not sorted');
  return faults.map((fault) => `${language}: ${fault}`);
}

/** Slots for texts that are not in the source. */
export function slotFaults(keys: Set<string>, slots = knownSlots): string[] {
  return slots.flatMap((slot) =>
    slot.keys
      .filter((key) => !keys.has(key))
      .map((key) => `slot ${slot.name}: unused text "${key}"`),
  );
}

export function sorted(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Equal plural forms, except texts that a native reader has confirmed as not inflecting. */
function pluralFaults(language: Language, catalogue: Catalogue): string[] {
  const uninflected: string[] = sameForms[language];
  return Object.keys(catalogue)
    .filter((entry) => entry.endsWith('_one') && catalogue[entry])
    .map((entry) => entry.slice(0, -'_one'.length))
    .filter((key) => catalogue[`${key}_one`] === catalogue[`${key}_other`])
    .filter((key) => !uninflected.includes(key))
    .map((key) => `the same text for one and for several in "${key}"`);
}

function englishOf(key: string): string {
  return key.replace(/_[a-z]+$/, '');
}

function textFaults(language: Language, key: string, text: string): string[] {
  const faults: string[] = [];
  if (placeholdersOf(text).join() !== placeholdersOf(key).join())
    faults.push('placeholders differ');
  if (text !== text.trim()) faults.push('white space around the text');
  if (language === 'en') return faults;
  if (language === 'hi' && /(?<!\.\.)\.\s/.test(text))
    faults.push('a full stop other than the danda');
  if (endOf(text, language) !== endOf(key, 'en'))
    faults.push('ends otherwise than the English text');
  if (/(?!\d)\p{Nd}/u.test(text)) faults.push('digits that are not Western');
  else if (figuresOf(text) !== figuresOf(key)) faults.push('figures differ');
  const english = englishOf(key);
  return [
    ...faults,
    ...scriptFaults(language, english, text),
    ...signFaults(english, text),
    ...termFaults(language, english, text),
  ];
}

/** The figures of a text, sorted, because languages order them differently. */
function figuresOf(text: string): string {
  return (withoutPlaceholders(text).match(/\d+/g) ?? []).sort().join();
}

/** The sign at the end of a text, as its English equivalent: the danda is Hindi's full stop. */
function endOf(text: string, language: Language): string {
  const [end = ''] = text.match(/(?:\.\.\.|[.?!:।])$/) ?? [];
  return language === 'hi' && end !== '...'
    ? end.replace('.', 'not a danda').replace('।', '.')
    : end;
}

/** The most characters that fit each button on a phone, by language and entry, as `npm run button-lengths` measured them. */
export type ButtonLengths = Partial<Record<Language, Record<string, number>>>;

function buttonFaults(longest: number | undefined, text: string): string[] {
  if (longest === undefined)
    return ['a button text that `npm run button-lengths` has not measured'];
  const length = lengthOf(text);
  return length > longest ? [`too long for its button (${length} > ${longest})`] : [];
}

/** The length of a text in visible characters: a consonant with its signs is one. */
export function lengthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}

function lengthFaults(slots: Slot[], key: string, text: string): string[] {
  const length = lengthOf(text);
  return slots
    .filter((slot) => slot.keys.includes(key) && length > slot.longest)
    .map((slot) => `too long for a ${slot.name} (${length} > ${slot.longest})`);
}

function scriptFaults(language: Language, key: string, text: string): string[] {
  if (!hasWords(key)) return [];
  if (text === key) return ['not translated'];
  const letters = withoutPlaceholders(text).match(/[\p{L}\p{M}]/gu) ?? [];
  const own = new RegExp(`\\p{Script_Extensions=${SCRIPTS[language]}}`, 'u');
  const foreign = letters.find((letter) => !own.test(letter) && !/\p{Script=Latin}/u.test(letter));
  const english = new Set(latinWords(key.toLowerCase()));
  const word = latinWords(text).find(
    (candidate) => !(LATIN_WORDS.has(candidate) && english.has(candidate.toLowerCase())),
  );
  return [
    ...(letters.some((letter) => own.test(letter)) ? [] : ['no letter of the language']),
    ...(foreign ? [`a letter of another script, "${foreign}"`] : []),
    ...(word ? [`an English word, "${word}"`] : []),
  ];
}

/** Whether a text contains more than placeholders, signs and Latin words. */
function hasWords(text: string): boolean {
  return latinWords(text).some((word) => !LATIN_WORDS.has(word));
}

function latinWords(text: string): string[] {
  return withoutPlaceholders(text).match(/\p{Script=Latin}+/gu) ?? [];
}
