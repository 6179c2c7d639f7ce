import { LANGUAGES, type Language } from '#contract/shared/enums.ts';

/** Whether this run leaves out what only `npm test -- all` runs. */
export const IS_SHORT = Boolean(process.env.TEST_SHORT);

/** The languages in which each run measures screens: the one of most people, and the one with the longest words. */
export const ALWAYS: readonly Language[] = ['en', 'ta'];
/** The languages in which this run measures screens. */
export const MEASURED: readonly Language[] = IS_SHORT ? ALWAYS : LANGUAGES;
