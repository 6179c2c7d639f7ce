import { toPlainText } from '#contract/rules.ts';

const TAG = /<\/?[a-z!][^>]*>/i;
/** Words of the product's languages are longer than the English ones, but not by this much. */
const MAX_GROWTH = 6;
const ROOM = 60;
/** MyMemory's way to say that the day's quota is used up. */
const NOTICE = /^MYMEMORY WARNING/i;
const INDIC_DIGIT = /(?!\d)\p{Nd}/gu;

/** Whether there is anything in a text to translate: Latin letters (and no NUL, which no text of the database holds). */
export function hasEnglish(text: string): boolean {
  return /[a-z]/i.test(text) && !text.includes('\0');
}

/** A service's answer as it may be shown. Throws Error for what can't be a translation of `text`. */
export function readTranslation(answer: string, text: string): string {
  const translated = toPlainText(answer).trim().replace(INDIC_DIGIT, westernDigit);
  if (!translated) throw new Error('Answered nothing');
  if (translated.length > text.length * MAX_GROWTH + ROOM) throw new Error('Answered too much');
  if (TAG.test(translated) && !TAG.test(text)) throw new Error('Answered HTML');
  if (NOTICE.test(translated)) throw new Error('Answered a notice');
  return translated;
}

/** Every script's digits stand in a row of ten that starts at a multiple of sixteen, or six after it. */
function westernDigit(digit: string): string {
  const offset = (digit.codePointAt(0) ?? 0) % 16;
  return String(offset >= 6 ? offset - 6 : offset);
}
