import { isUtr, normalizeUtr } from '../../contract/deposits/rules.ts';
import type { PaymentRail } from '../../contract/statements/rules.ts';

export interface References {
  rail: PaymentRail | null;
  utr: string | null;
  utrs: string[];
  ourReference: string | null;
  vpa: string | null;
  isReturn: boolean;
}

const MAX_UTRS = 6;
const RAILS: [PaymentRail, RegExp][] = [
  ['rtgs', /(?<![A-Z])RTGS(?![A-Z])/],
  ['neft', /(?<![A-Z])NEFT(?![A-Z])/],
  ['imps', /(?<![A-Z])(?:IMPS|MMT)(?![A-Z])/],
  ['upi', /(?<![A-Z])UPI/],
];
const RETURN = /(?<![A-Z])(?:RETURN|RETURNED|REV|REVERSAL|REVERSED|RTN|REJECT|REJECTED)(?![A-Z])/;
const VPA = /(?<![\w.@-])[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}(?![\w.@])/i;
/** The same where hyphens separate the fields of the narration. */
const VPA_BETWEEN_HYPHENS = /(?<![\w.@])[a-z0-9][a-z0-9._]{1,255}@[a-z][a-z0-9]{1,63}(?![\w.@])/i;
/** `DEP-` and the 13 digits of a deposit's reference; banks drop the hyphen. */
const OURS = /(?<![A-Z])DEP[\s-]*(\d{13})(?!\d)/;
/** Digits of a UPI or IMPS reference, padded with zeros or not, joined to a word or not. */
const RRN = /(?<![\d.])0*(\d{12})(?![\d@.])/g;
/** References of NEFT and RTGS: a word with letters and many digits. */
const WORD = /(?<![A-Z0-9])[A-Z]{2}[A-Z0-9]{14}(?:[A-Z0-9]{6})?(?![A-Z0-9@])/g;
const MIN_DIGITS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Booking may follow a payment by some days. */
const MAX_DAYS_APART = 10;

/** Reads the references of a payment from its narration, whose parts may be cut in the middle of a word. */
export function readReferences(
  narration: readonly string[],
  reference: string,
  bookedOn: string,
): References {
  const text = narration.join(' ').toUpperCase();
  const joined = narration.join('').toUpperCase();
  const rail = RAILS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  const texts = [...new Set([text, joined, reference.toUpperCase()])];
  const found = texts.flatMap((one) => findUtrs(one));
  // A bank that wraps the text inside a cell leaves a blank in the number.
  const tight = found.length > 0 ? [] : findUtrs(joined.replace(/\s+/g, ''));
  const utrs = [...new Set([...found, ...tight])]
    .toSorted((one, other) => rank(one, rail, bookedOn) - rank(other, rail, bookedOn))
    .slice(0, MAX_UTRS);
  const ours = [...texts, joined.replace(/\s+/g, '')].map((one) => OURS.exec(one)?.[1]);
  const digits = ours.find((one) => one !== undefined);
  const vpa = findVpa(narration.join(' ')) ?? findVpa(narration.join('').replace(/\s+/g, ''));
  return {
    rail,
    utr: utrs[0] ?? null,
    utrs,
    ourReference: digits === undefined ? null : `DEP-${digits}`,
    vpa: vpa ?? null,
    isReturn: RETURN.test(text),
  };
}

function findVpa(text: string): string | undefined {
  if (!text.includes('@')) return undefined;
  const pattern = /^[A-Z ]*UPI-/i.test(text) ? VPA_BETWEEN_HYPHENS : VPA;
  return pattern.exec(text)?.[0].toLowerCase();
}

function findUtrs(text: string): string[] {
  const numbers = [...text.matchAll(RRN)].map((match) => match[1] ?? '');
  const words = [...text.matchAll(WORD)]
    .map(([word]) => word)
    .filter((word) => word.replace(/\D/g, '').length >= MIN_DIGITS);
  const shaped = words.filter((word) => isUtr(word, 'NEFT') || isUtr(word, 'RTGS'));
  return [...numbers.map(normalizeUtr), ...shaped];
}

/** Lower is better: the shape of the rail first, then a number that has the day of the payment. */
function rank(utr: string, rail: PaymentRail | null, bookedOn: string): number {
  const isNumber = /^\d/.test(utr);
  const fitsRail = rail === null || isNumber === (rail === 'upi' || rail === 'imps');
  const length = !isNumber && utr.length < 22 ? 1 : 0;
  return (fitsRail ? 0 : 4) + (isNumber && !hasDay(utr, bookedOn) ? 2 : 0) + length;
}

/** A UPI or IMPS reference begins with the last digit of the year and the day of the year. */
function hasDay(rrn: string, bookedOn: string): boolean {
  const booked = Date.parse(`${bookedOn}T00:00:00Z`);
  const bookedYear = Number(bookedOn.slice(0, 4));
  const day = Number(rrn.slice(1, 4));
  return [bookedYear - 1, bookedYear].some((year) => {
    if (String(year).at(-1) !== rrn[0] || day < 1 || day > 366) return false;
    const paid = Date.UTC(year, 0, day);
    return booked - paid >= -DAY_MS && booked - paid <= MAX_DAYS_APART * DAY_MS;
  });
}
