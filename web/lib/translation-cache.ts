import type { Language } from '#contract/rules.ts';
import { readHint, removeHint, writeHint } from './storage.ts';
import { createEmitter } from './store.ts';

/** Translations of what administrators wrote, by original. Replaced when one is added, never changed. */
type Translations = ReadonlyMap<string, string>;
interface Kept {
  language: Language;
  texts: Translations;
}

const STORAGE_KEY = 'translation_cache';
const NONE: Translations = new Map();
/** More than this are not worth reading at every start. */
const MAX_KEPT = 500;

const { listen, emit } = createEmitter();
let kept: Kept | undefined;

/** What is known in a language; the same map until something is added. */
export function translationsIn(language: Language): Translations {
  kept ??= readKept();
  return kept?.language === language ? kept.texts : NONE;
}

/** Keeps translations in this browser, in place of those in another language. */
export function cacheTranslations(language: Language, added: Iterable<[string, string]>): void {
  const texts = new Map([...translationsIn(language), ...added]);
  kept = { language, texts: new Map([...texts].slice(-MAX_KEPT)) };
  writeHint(STORAGE_KEY, JSON.stringify({ language, texts: [...kept.texts] }));
  emit();
}

/** Forgets them all: the language is another one now. */
export function forgetTranslations(): void {
  kept = undefined;
  removeHint(STORAGE_KEY);
  emit();
}

/** Calls the listener whenever what is known changes. Returns the way to stop. */
export const onTranslations = listen;

function readKept(): Kept | undefined {
  try {
    // Only this module writes it, and someone who edits it only changes what they read themselves.
    const stored = JSON.parse(readHint(STORAGE_KEY) ?? 'null') as Kept | null;
    return stored ? { language: stored.language, texts: new Map(stored.texts) } : undefined;
  } catch {
    return undefined;
  }
}
