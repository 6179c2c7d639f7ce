import { type Paise, parseRupees } from '#contract/shared/money.ts';

/** Code points of the digit zero in scripts used in India; the digits 1 to 9 follow each. */
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
/** "500/-" and "500 only" are common notations for a whole amount in India. */
const WHOLE_MARK = /\s*(?:\/[-=]|only|rupees?|rs\.?|inr|₹)\s*$/i;

/** A unit, an exponent or another amount. Each key press is cleaned: "5 thousand 500" would become 50,00,500. */
const WORD_AFTER_DIGIT = /\d[\s.,]*\p{L}/u;

/** A partly typed currency sign before the first digit. */
const PARTIAL_CURRENCY = /^\s*(?:r|rs\.?|i|in|inr)\s*$/i;
/** Characters that would change the amount if they were removed. */
const MEANINGFUL = /^\s*[-−–]|\d\s*[-−–/]|[+×*%]/;

export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, toAsciiDigit);
}

export function stripCurrency(typed: string): string {
  return toAsciiDigits(typed).replace(CURRENCY, '').replace(WHOLE_MARK, '');
}

/** Unchanged if cleaning could change the amount ("-5", "1e9", "5 lakh"), so that validation rejects it. */
export function cleanAmount(typed: string): string {
  if (PARTIAL_CURRENCY.test(typed)) return typed;
  const number = stripCurrency(typed);
  const isChanged = MEANINGFUL.test(number) || WORD_AFTER_DIGIT.test(number);
  return isChanged ? number : number.replace(/[^\d.]/g, '');
}

export function isCurrencySoFar(cleaned: string): boolean {
  return PARTIAL_CURRENCY.test(cleaned);
}

export function isPlainNumber(cleaned: string): boolean {
  return /^[\d.]*$/.test(cleaned);
}

export type AmountProblem = 'missing' | 'minusSign' | 'tooManyDecimals' | 'tooLarge' | 'notANumber';

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
