import type { Language } from '#contract/rules.ts';
import { placeholdersOf } from './extract.ts';
import { type Avoided, avoidedIn } from './glossary.ts';
import { slots as knownSlots, type Slot } from './slots.ts';

export type Catalogue = Record<string, string>;

/** Written in Latin letters in every language, as Indian banking apps do (see docs/glossary.md). */
const LATIN_WORDS = new Set([
  'UPI',
  'QR',
  'IFSC',
  'CSV',
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

/** Every text of the source, and those of them that are given a count. */
export interface Texts {
  keys: Iterable<string>;
  plurals?: Iterable<string>;
}

/** The entries a language needs: plural forms for texts that count, and English only those. */
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

/** What is wrong with one language's catalogue, given every text of the source; empty when nothing is. */
export function catalogueFaults(
  input: Texts & {
    language: Language;
    catalogue: Catalogue;
    slots?: Slot[];
    avoided?: Avoided[];
  },
): string[] {
  const { language, catalogue, slots = knownSlots, avoided = [] } = input;
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
          ...avoidedIn(text, language, avoided).map((word) => `a word to avoid, ${word},`),
        ].map((fault) => `${fault} in "${entry}"`),
      );
  }
  for (const entry of Object.keys(catalogue))
    if (!entries.has(entry)) faults.push(`unused "${entry}"`);
  if (JSON.stringify(catalogue) !== JSON.stringify(sorted(catalogue)))
    faults.push('keys are not sorted');
  return faults.map((fault) => `${language}: ${fault}`);
}

/** Slots that name a text which no source has. */
export function slotFaults(keys: Set<string>, slots = knownSlots): string[] {
  return slots.flatMap((slot) =>
    slot.keys
      .filter((key) => !keys.has(key))
      .map((key) => `slot ${slot.name}: unused text "${key}"`),
  );
}

/** The catalogue in the order in which it is stored. */
export function sorted(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function textFaults(language: Language, key: string, text: string): string[] {
  const faults: string[] = [];
  if (placeholdersOf(text).join() !== placeholdersOf(key).join())
    faults.push('placeholders differ');
  if (text !== text.trim()) faults.push('white space around the text');
  if (language === 'en') return faults;
  if (endOf(text, language) !== endOf(key, 'en'))
    faults.push('ends otherwise than the English text');
  if (/(?!\d)\p{Nd}/u.test(text)) faults.push('digits that are not Western');
  else if (figuresOf(text) !== figuresOf(key)) faults.push('figures differ');
  return [...faults, ...scriptFaults(language, key, text)];
}

/** The figures of a text, in whatever order the language has them. */
function figuresOf(text: string): string {
  return (withoutPlaceholders(text).match(/\d+/g) ?? []).sort().join();
}

/** The sign that ends a text, as an English one: in Hindi the danda is the full stop. */
function endOf(text: string, language: Language): string {
  const [end = ''] = text.match(/(?:\.\.\.|[.?!:।])$/) ?? [];
  return language === 'hi' && end !== '...'
    ? end.replace('.', 'not a danda').replace('।', '.')
    : end;
}

function lengthFaults(slots: Slot[], key: string, text: string): string[] {
  const length = [...new Intl.Segmenter().segment(text)].length;
  return slots
    .filter((slot) => slot.keys.includes(key) && length > slot.longest)
    .map((slot) => `too long for a ${slot.name} (${length} > ${slot.longest})`);
}

function scriptFaults(language: Language, key: string, text: string): string[] {
  if (!hasWords(key)) return [];
  if (text === key) return ['not translated'];
  const letters = withoutPlaceholders(text).match(/\p{L}/gu) ?? [];
  const own = new RegExp(`\\p{Script=${SCRIPTS[language]}}`, 'u');
  const foreign = letters.find((letter) => !own.test(letter) && !/\p{Script=Latin}/u.test(letter));
  const word = latinWords(text).find((candidate) => !LATIN_WORDS.has(candidate));
  return [
    ...(letters.some((letter) => own.test(letter)) ? [] : ['no letter of the language']),
    ...(foreign ? [`a letter of another script, "${foreign}"`] : []),
    ...(word ? [`an English word, "${word}"`] : []),
  ];
}

/** Whether a text holds anything to translate beside placeholders, signs and Latin words. */
function hasWords(text: string): boolean {
  return latinWords(text).some((word) => !LATIN_WORDS.has(word));
}

function latinWords(text: string): string[] {
  return withoutPlaceholders(text).match(/\p{Script=Latin}+/gu) ?? [];
}

function withoutPlaceholders(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, ' ');
}
