import i18next from 'i18next';
import type { Language } from '#contract/shared/enums.ts';
import { MAX_TRANSLATED_LENGTH, MAX_TRANSLATIONS_AT_ONCE } from '#contract/translations/rules.ts';
import { api } from '../../lib/api/api.ts';
import { cacheTranslations } from '../../lib/i18n/translation-cache.ts';
import { logWarning } from '../../lib/page/log.ts';

/** Delay in milliseconds before an untranslated text is requested again. */
const ASK_AGAIN_MS = 60_000;

const askedAt = new Map<string, number>();
// Changing the language clears the cache, so that texts can be requested again.
i18next.on('languageChanged', () => askedAt.clear());

let waiting = new Map<Language, Set<string>>();

/** Requests translations from the server: each text once, batched with other requests of the same tick. */
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
    // The language changed during the request.
    if (i18next.language !== language) return;
    const pairs = texts.map((text, index): [string, string] => [text, answer.texts[index] ?? text]);
    const found = pairs.filter(([text, translated]) => translated !== text);
    if (found.length > 0) cacheTranslations(language, found);
  } catch (error) {
    logWarning('Could not translate', error);
  }
}
