import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/rules.ts';
import english from '../locales/en.json';
import { loadFont } from './fonts.ts';
import { acceptLanguage, DEFAULT_LANGUAGE, isLanguage } from './languages.ts';
import { readHint, writeHint } from './storage.ts';
import { forgetTranslations } from './translation-cache.ts';

const STORAGE_KEY = 'preferred_language';

type Catalogue = { default: Record<string, string> };
const catalogues = import.meta.glob<Catalogue>(['../locales/*.json', '!../locales/en.json']);

async function loadCatalogue(language: Language): Promise<void> {
  const load = catalogues[`../locales/${language}.json`];
  if (!load || i18next.hasResourceBundle(language, 'translation')) return;
  const { default: texts } = await load();
  i18next.addResourceBundle(language, 'translation', texts);
}

/** Loads a language's texts and font, shows it at once and remembers the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([loadCatalogue(language), loadFont(language)]);
  if (language !== i18next.language) forgetTranslations();
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeHint(STORAGE_KEY, language);
}

/** Whether someone has chosen a language in this browser. */
export function hasChosenLanguage(): boolean {
  return isLanguage(readHint(STORAGE_KEY));
}

/** Starts translation in the remembered language. English texts are their own keys. */
export async function startI18n(): Promise<void> {
  const language = acceptLanguage(readHint(STORAGE_KEY));
  await i18next.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: [...LANGUAGES],
    resources: { en: { translation: english } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
  if (language === DEFAULT_LANGUAGE) return loadFont(language);
  await Promise.all([loadCatalogue(language), loadFont(language)]);
  await i18next.changeLanguage(language);
}

/** The language that the interface is shown in. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return acceptLanguage(i18n.language);
}
