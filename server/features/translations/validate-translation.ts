import { toPlainText } from '#contract/shared/text.ts';

const TAG = /<\/?[a-z!][^>]*>/i;
/** Maximum growth: words of the supported languages are longer than English ones, but not by this factor. */
const MAX_GROWTH = 6;
const ROOM = 60;
const NOTICE = /^MYMEMORY WARNING/i;
const INDIC_DIGIT = /(?!\d)\p{Nd}/gu;

/** Returns whether a text has Latin letters to translate, and no NUL, which the database rejects. */
export function hasEnglish(text: string): boolean {
  return /[a-z]/i.test(text) && !text.includes('\0');
}

/** Returns a service's response as plain text. Throws Error if it can't be a translation of `text`. */
export function readTranslation(answer: string, text: string): string {
  const translated = toPlainText(answer).trim().replace(INDIC_DIGIT, westernDigit);
  if (!translated) throw new Error('Answered nothing');
  if (translated.length > text.length * MAX_GROWTH + ROOM) throw new Error('Answered too much');
  if (TAG.test(translated) && !TAG.test(text)) throw new Error('Answered HTML');
  if (NOTICE.test(translated)) throw new Error('Answered a notice');
  return translated;
}

/** The ten digits of every script start at a multiple of sixteen, or six after it. */
function westernDigit(digit: string): string {
  const offset = (digit.codePointAt(0) ?? 0) % 16;
  return String(offset >= 6 ? offset - 6 : offset);
}
