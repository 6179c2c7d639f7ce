// Relative: Vite's settings load this file without the conditions of `imports`.
import { LANGUAGES, type Language } from '../../../contract/shared/enums.ts';

export const DEFAULT_LANGUAGE: Language = 'en';

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  hi: 'हिन्दी',
  te: 'తెలుగు',
  ml: 'മലയാളം',
  ta: 'தமிழ்',
  kn: 'ಕನ್ನಡ',
};

export function isLanguage(value: string | null | undefined): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Indian formats with Western digits on every device. */
export function localeOf(language: Language): string {
  return `${language}-IN-u-nu-latn`;
}

export function preferredLanguage(wanted: readonly string[]): Language | undefined {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
}

export function acceptLanguage(stored: string | null | undefined): Language {
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}
