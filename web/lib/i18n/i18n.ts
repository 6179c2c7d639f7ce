import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next, setI18n, useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/shared/enums.ts';
import english from '../../locales/en.json';
import { logWarning } from '../page/log.ts';
import { readHint, writeHint } from '../page/storage.ts';
import { acceptLanguage, DEFAULT_LANGUAGE, isLanguage } from './languages.ts';
import { formatNumber } from './numbers.ts';
import { productTexts } from './product-texts.ts';
import { forgetTranslations } from './translation-cache.ts';

const STORAGE_KEY = 'preferred_language';

type Catalogue = { default: Record<string, string> };
const catalogues = import.meta.glob<Catalogue>(['../../locales/*.json', '!../../locales/en.json']);

const numbersInTexts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value) => (typeof value === 'number' ? formatNumber(value) : value),
};

/** The language chosen last. A language that finishes loading after a newer choice is ignored. */
let wanted: Language = DEFAULT_LANGUAGE;

export async function loadLanguage(language: Language): Promise<void> {
  const load = catalogues[`../../locales/${language}.json`];
  if (!load || i18next.hasResourceBundle(language, 'translation')) return;
  const { default: texts } = await load();
  i18next.addResourceBundle(language, 'translation', texts);
}

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
  // The browser reads the installed app's name and description from this manifest.
  const file = language === DEFAULT_LANGUAGE ? 'manifest' : `manifest-${language}`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${file}.webmanifest`);
}

export function hasChosenLanguage(): boolean {
  return isLanguage(readHint(STORAGE_KEY));
}

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
  // Each `useTranslation` copies all own properties of the instance, which took a tenth of the time in which a list of
  // fifty rows is rendered. This one inherits them.
  setI18n(Object.create(i18next));
  const language = acceptLanguage(readHint(STORAGE_KEY));
  try {
    await loadLanguage(language);
    await show(language);
  } catch (error) {
    // If the texts fail to load, show the application in English.
    logWarning(`The texts in ${language} could not be loaded`, error);
    await show(DEFAULT_LANGUAGE);
  }
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return acceptLanguage(i18n.language);
}
