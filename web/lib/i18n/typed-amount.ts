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
const WHOLE_MARK = /\s*(?:\/[-=]|only|rupees?)\s*$/i;

/** Words that multiply an amount, by the number of zeros that they add. */
const UNITS: Record<number, readonly string[]> = {
  2: ['hundred', 'सौ', 'நூறு', 'వంద', 'ನೂರು', 'നൂറ്'],
  3: ['k', 'thousand', 'हजार', 'हज़ार', 'ஆயிரம்', 'వేలు', 'వెయ్యి', 'ಸಾವಿರ', 'ആയിരം'],
  5: ['lakh', 'lac', 'लाख', 'லட்சம்', 'இலட்சம்', 'లక్ష', 'లక్షలు', 'ಲಕ್ಷ', 'ലക്ഷം'],
  6: ['million', 'mn'],
  7: ['crore', 'करोड़', 'கோடி', 'కోటి', 'కోట్లు', 'ಕೋಟಿ', 'കോടി'],
  9: ['billion', 'bn'],
};
const UNIT_WORDS = Object.values(UNITS)
  .flat()
  .map((word) => word.normalize('NFC'));
const ZEROS_OF = new Map(
  Object.entries(UNITS).flatMap(([zeros, words]) =>
    words.map((word) => [word.normalize('NFC'), Number(zeros)]),
  ),
);
const WITH_UNIT = /^([\d,]{1,7})(?:\.(\d*))?\s*([\p{L}\p{M}]+?)\.?\s*$/u;
/** A word after a digit. */
const WORD = /(?<=\d[\s.,]*)[\p{L}\p{M}]+/gu;

/** A partly typed currency sign before the first digit. */
const PARTIAL_CURRENCY = /^\s*(?:r|rs\.?|i|in|inr)\s*$/i;
/** Characters that would change the amount if they were removed. */
const MEANINGFUL = /^\s*[-−–]|\d\s*(?:[-−–/]|e)|[+×*%]/i;

export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, toAsciiDigit);
}

/** Returns a typed amount with ASCII digits and without its currency sign; leaves other text unchanged. */
export function stripCurrency(typed: string): string {
  return toAsciiDigits(typed).replace(CURRENCY, '').replace(WHOLE_MARK, '');
}

/** Returns the digits of an amount with a unit: "500000" for "5 lakh". Returns undefined for other texts. */
function expandUnit(text: string): string | undefined {
  const [, typed = '', fraction = '', word = ''] = WITH_UNIT.exec(text) ?? [];
  const unit = word.normalize('NFC').toLowerCase();
  const zeros = ZEROS_OF.get(unit) ?? ZEROS_OF.get(unit.replace(/s$/, ''));
  if (zeros === undefined) return undefined;
  const shifted = fraction.slice(0, zeros).padEnd(zeros, '0');
  const rest = fraction.slice(zeros).replace(/0+$/, '');
  const whole = (typed.replaceAll(',', '') + shifted).replace(/^0+(?=\d)/, '');
  return rest ? `${whole}.${rest}` : whole;
}

/** Returns whether a unit, or the beginning of one, follows a number: "5 la", "2 cr", "1 lakh 20". */
function hasUnit(text: string): boolean {
  return (text.match(WORD) ?? []).some((word) => {
    const typed = word.normalize('NFC').toLowerCase();
    return UNIT_WORDS.some((unit) => unit.startsWith(typed) || typed.startsWith(`${unit}s`));
  });
}

/**
 * Returns the value of an amount field for a typed or pasted text: ASCII digits and a dot. Converts digits of
 * Indian scripts, expands units ("5 lakh"), and removes the currency sign and other text. If that would change the
 * amount ("-5", "1e9", "2 cr"), returns the text unchanged, so that validation rejects it.
 */
export function cleanAmount(typed: string): string {
  if (PARTIAL_CURRENCY.test(typed)) return typed;
  const number = stripCurrency(typed);
  const expanded = expandUnit(number);
  if (expanded !== undefined) return expanded;
  return MEANINGFUL.test(number) || hasUnit(number) ? number : number.replace(/[^\d.]/g, '');
}

export function isCurrencySoFar(cleaned: string): boolean {
  return PARTIAL_CURRENCY.test(cleaned);
}

export function isPlainNumber(cleaned: string): boolean {
  return /^[\d.]*$/.test(cleaned);
}

export type AmountProblem = 'missing' | 'minusSign' | 'tooManyDecimals' | 'tooLarge' | 'notANumber';

/** Parses a cleaned text into paise, or returns why it is invalid. */
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
