import i18next from 'i18next';
import { type Language, MAX_TRANSLATED_LENGTH, MAX_TRANSLATIONS_AT_ONCE } from '#contract/rules.ts';
import { api } from '../../lib/api.ts';
import { logWarning } from '../../lib/log.ts';
import { cacheTranslations } from '../../lib/translation-cache.ts';

/** A text that came back as it was may be translated by now. */
const ASK_AGAIN_MS = 60_000;

const askedAt = new Map<string, number>();
// What was known is forgotten with the language, so it may be asked for again.
i18next.on('languageChanged', () => askedAt.clear());

let waiting = new Map<Language, Set<string>>();

/** Asks the server for translations: once a text, and together with what others ask in the same tick. */
export function requestTranslations(language: Language, texts: string[]): void {
  const now = Date.now();
  const wanted = texts.filter((text) => {
    const key = `${language} ${text}`;
    const isRecent = now - (askedAt.get(key) ?? 0) < ASK_AGAIN_MS;
    if (isRecent || text === '' || text.length > MAX_TRANSLATED_LENGTH) return false;
    askedAt.set(key, now);
    return true;
  });
  if (wanted.length === 0) return;
  if (waiting.size === 0) setTimeout(askAll);
  waiting.set(language, new Set([...(waiting.get(language) ?? []), ...wanted]));
}

function askAll(): void {
  const questions = waiting;
  waiting = new Map();
  for (const [language, wanted] of questions) {
    const texts = [...wanted];
    for (let start = 0; start < texts.length; start += MAX_TRANSLATIONS_AT_ONCE) {
      void ask(language, texts.slice(start, start + MAX_TRANSLATIONS_AT_ONCE));
    }
  }
}

async function ask(language: Language, texts: string[]): Promise<void> {
  try {
    const answer = await api.translations.translate({ language, texts });
    // It took so long that the language is another one now.
    if (i18next.language !== language) return;
    const pairs = texts.map((text, index): [string, string] => [text, answer.texts[index] ?? text]);
    const found = pairs.filter(([text, translated]) => translated !== text);
    if (found.length > 0) cacheTranslations(language, found);
  } catch (error) {
    logWarning('Could not translate', error);
  }
}
