import type { Language } from '#contract/shared/enums.ts';
import { readHint, removeHint, writeHint } from '../page/storage.ts';
import { createEmitter } from '../page/store.ts';

type Translations = ReadonlyMap<string, string>;
interface Kept {
  language: Language;
  texts: Translations;
}

const STORAGE_KEY = 'translation_cache';
const NONE: Translations = new Map();
/** Limits the time to read the cache at startup. */
const MAX_KEPT = 500;

const { listen, emit } = createEmitter();
let kept: Kept | undefined;

export function translationsIn(language: Language): Translations {
  kept ??= readKept();
  return kept?.language === language ? kept.texts : NONE;
}

export function cacheTranslations(language: Language, added: Iterable<[string, string]>): void {
  const texts = new Map([...translationsIn(language), ...added]);
  kept = { language, texts: new Map([...texts].slice(-MAX_KEPT)) };
  writeHint(STORAGE_KEY, JSON.stringify({ language, texts: [...kept.texts] }));
  emit();
}

export function forgetTranslations(): void {
  kept = undefined;
  removeHint(STORAGE_KEY);
  emit();
}

export const onTranslations = listen;

function readKept(): Kept | undefined {
  try {
    // Safe cast: only this module writes the key. A user who edits it changes only their own texts.
    const stored = JSON.parse(readHint(STORAGE_KEY) ?? 'null') as Kept | null;
    return stored ? { language: stored.language, texts: new Map(stored.texts) } : undefined;
  } catch {
    return undefined;
  }
}
