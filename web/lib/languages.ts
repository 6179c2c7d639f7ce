import { LANGUAGES, type Language } from '#contract/rules.ts';

export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language in its own words, for the picker. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  hi: 'हिन्दी',
  te: 'తెలుగు',
  ml: 'മലയാളം',
  ta: 'தமிழ்',
  kn: 'ಕನ್ನಡ',
};

/** Whether a text names a language of the product. */
export function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The locale of a language for `Intl`: as India writes it, in Western digits whatever the device's
 * own habit.
 */
export function localeOf(language: Language): string {
  return `${language}-IN-u-nu-latn`;
}

/** The first of a browser's languages (BCP 47) that the product has, as `navigator.languages` lists them. */
export function preferredLanguage(wanted: readonly string[]): Language | undefined {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
}

/** A stored choice is followed only when it is supported; anything else means the default. */
export function acceptLanguage(stored: string | null | undefined): Language {
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}
