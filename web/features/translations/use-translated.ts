import { useEffect, useSyncExternalStore } from 'react';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { onTranslations, translationsIn } from '#web/lib/i18n/translation-cache.ts';
import { requestTranslations } from './model.ts';

/**
 * Translates administrators' texts: returns the original immediately and the translation when loaded. Must not be
 * used for names, notes or numbers.
 */
export function useTranslated(text: string): string;
export function useTranslated(texts: string[]): string[];
export function useTranslated(asked: string | string[]): string | string[] {
  const language = useLanguage();
  const known = useSyncExternalStore(onTranslations, () => translationsIn(language));
  const texts = typeof asked === 'string' ? [asked] : asked;
  useEffect(() => {
    if (language === 'en') return;
    requestTranslations(
      language,
      texts.filter((text) => !known.has(text)),
    );
  });
  const shown = (text: string) => known.get(text) ?? text;
  return typeof asked === 'string' ? shown(asked) : asked.map(shown);
}
