/** A whole number of paise (1/100 rupee), always a safe integer. Created by `toPaise` and `parseRupees` only. */
export type Paise = number & { readonly __unit: 'paise' };

/** Brands an integer as paise. Throws RangeError if it is not a safe integer; never rounds. */
export function toPaise(value: number): Paise {
  if (!Number.isSafeInteger(value))
    throw new RangeError('An amount of paise must be a safe integer');
  return value as Paise;
}

const TYPED_AMOUNT = /^(\d{1,15})(?:\.(\d{0,2}))?$/;

/**
 * Parses an amount as typed ("1234", "1234.5", "1,23,456.78") into paise, digit by digit. Returns undefined for
 * signs, exponents, more than two decimals, non-ASCII digits, or more than 2^53 - 1 paise.
 */
export function parseRupees(typed: string): Paise | undefined {
  const match = TYPED_AMOUNT.exec(typed.trim().replace(/(?<=\d),(?=\d)/g, ''));
  if (!match) return undefined;
  const [, rupees = '', fraction = ''] = match;
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(paise) ? toPaise(paise) : undefined;
}

/** The last three digits, then pairs: "12345678" to "1,23,45,678". */
export function groupIndian(digits: string): string {
  if (digits.length <= 3) return digits;
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  return `${head},${digits.slice(-3)}`;
}

/** 12345678 to "1,23,456.78". A bigint for sums that can exceed 2^53. */
export function formatAmount(paise: number | bigint): string {
  const digits = String(paise < 0 ? -paise : paise).padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${groupIndian(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** 12345678 to "₹1,23,456.78", -50 to "-₹0.50". */
export function formatRupees(paise: number | bigint): string {
  return paise < 0 ? `-₹${formatAmount(-paise)}` : `₹${formatAmount(paise)}`;
}

/** 12345678 to "123456.78". */
export function toDecimal(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
