/** Limits of one translation request. */
export const MAX_TRANSLATIONS_AT_ONCE = 50;
export const MAX_TRANSLATED_LENGTH = 500;
