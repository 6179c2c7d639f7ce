import { type Paise, parseRupees } from '#contract/money.ts';

/** The zeros of the scripts that people in India type digits in; each is followed by the digits 1 to 9. */
const ZEROS = [
  0x30, 0x6_60, 0x6_f0, 0x9_66, 0x9_e6, 0xa_66, 0xa_e6, 0xb_66, 0xb_e6, 0xc_66, 0xc_e6, 0xd_66,
  0xff_10,
];

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.findLast((each) => each <= code);
  return zero !== undefined && code - zero <= 9 ? String(code - zero) : digit;
}

const CURRENCY = /^\s*(?:₹|rs\.?|inr|रु\.?|रू\.?|ரூ\.?|రూ\.?|ರೂ\.?|രൂ\.?)\s*/iu;
/** "500/-" is a usual way to write a whole amount in India. */
const WHOLE_MARK = /\s*\/[-=]\s*$/;

/** The beginning of a currency sign while it is typed, before the first digit. */
const PARTIAL_CURRENCY = /^\s*(?:r|rs\.?|i|in|inr)\s*$/i;
/** Signs without which the rest would be another amount. */
const MEANINGFUL = /^\s*[-−–]|\d\s*(?:[-−–/]|e)|[+×*%]/i;

/** Returns a text of the same length with the digits of all scripts in ASCII. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, toAsciiDigit);
}

/** Returns a typed amount with ASCII digits and without its currency sign; all else stays as it was typed. */
export function stripCurrency(typed: string): string {
  return toAsciiDigits(typed).replace(CURRENCY, '').replace(WHOLE_MARK, '');
}

/**
 * Returns what an amount field keeps of a typed or pasted text: digits and a dot, in ASCII. Digits of Indian
 * scripts are converted, a currency sign and everything else is left out. A text that would become another amount
 * that way ("-5", "1e9") is returned as it was typed, for the form to refuse.
 */
export function cleanAmount(typed: string): string {
  if (PARTIAL_CURRENCY.test(typed)) return typed;
  const number = stripCurrency(typed);
  return MEANINGFUL.test(number) ? number : number.replace(/[^\d.]/g, '');
}

/** Whether a cleaned text is the beginning of a currency sign, which a number may follow. */
export function isCurrencySoFar(cleaned: string): boolean {
  return PARTIAL_CURRENCY.test(cleaned);
}

/** Whether a cleaned text consists of digits and a dot only. */
export function isPlainNumber(cleaned: string): boolean {
  return /^[\d.]*$/.test(cleaned);
}

/** Why a cleaned text is no amount. */
export type AmountProblem = 'missing' | 'minusSign' | 'tooManyDecimals' | 'tooLarge' | 'notANumber';

/** Reads a cleaned text into paise, or says what is wrong with it. */
export function readAmount(
  cleaned: string,
): { paise: Paise; problem?: never } | { paise?: never; problem: AmountProblem } {
  const paise = parseRupees(cleaned);
  return paise === undefined ? { problem: problemOf(cleaned.trim()) } : { paise };
}

function problemOf(text: string): AmountProblem {
  if (text === '') return 'missing';
  if (/^[-−–]/.test(text)) return 'minusSign';
  if (/^\d+\.\d{3,}$/.test(text)) return 'tooManyDecimals';
  return /^\d+(?:\.\d*)?$/.test(text) ? 'tooLarge' : 'notANumber';
}
