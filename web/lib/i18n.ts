import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/rules.ts';
import english from '../locales/en.json';
import { acceptLanguage, DEFAULT_LANGUAGE, isLanguage } from './languages.ts';
import { logWarning } from './log.ts';
import { formatNumber } from './numbers.ts';
import { productTexts } from './product-texts.ts';
import { readHint, writeHint } from './storage.ts';
import { forgetTranslations } from './translation-cache.ts';

const STORAGE_KEY = 'preferred_language';

type Catalogue = { default: Record<string, string> };
const catalogues = import.meta.glob<Catalogue>(['../locales/*.json', '!../locales/en.json']);

/** Counts inside a text are grouped as those that stand alone. */
const numbersInTexts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value) => (typeof value === 'number' ? formatNumber(value) : value),
};

/** The language chosen last: one that loads slower than a later choice is no longer wanted. */
let wanted: Language = DEFAULT_LANGUAGE;

/** Loads a language's texts, which `t` then has under its `lng`. Rejects without a connection. */
export async function loadLanguage(language: Language): Promise<void> {
  const load = catalogues[`../locales/${language}.json`];
  if (!load || i18next.hasResourceBundle(language, 'translation')) return;
  const { default: texts } = await load();
  i18next.addResourceBundle(language, 'translation', texts);
}

/** Loads a language's texts, shows it at once and remembers the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  wanted = language;
  await loadLanguage(language);
  if (wanted !== language) return;
  if (language !== i18next.language) forgetTranslations();
  await show(language);
  writeHint(STORAGE_KEY, language);
}

async function show(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  const { description } = productTexts(i18next.t);
  document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  // What the phone shows of the installed app is read from here when it is installed.
  const file = language === DEFAULT_LANGUAGE ? 'manifest' : `manifest-${language}`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${file}.webmanifest`);
}

/** Whether someone has chosen a language in this browser. */
export function hasChosenLanguage(): boolean {
  return isLanguage(readHint(STORAGE_KEY));
}

/** Starts translation in the remembered language. English texts are their own keys. */
export async function startI18n(): Promise<void> {
  await i18next
    .use(numbersInTexts)
    .use(initReactI18next)
    .init({
      lng: DEFAULT_LANGUAGE,
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: [...LANGUAGES],
      resources: { en: { translation: english } },
      keySeparator: false,
      nsSeparator: false,
      returnEmptyString: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
    });
  const language = acceptLanguage(readHint(STORAGE_KEY));
  try {
    await loadLanguage(language);
    await show(language);
  } catch (error) {
    // Better the product in English than none.
    logWarning(`The texts in ${language} could not be loaded`, error);
    await show(DEFAULT_LANGUAGE);
  }
}

/** The language that the interface is shown in. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return acceptLanguage(i18n.language);
}
