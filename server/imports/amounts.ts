import { type Paise, toPaise } from '#contract/shared/money.ts';

/** An amount of the former system in whole paise, and whether it was rounded to them. */
export interface OldAmount {
  paise: Paise;
  isRounded: boolean;
}

const NUMBER = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads rupees in PostgreSQL's number format, digit by digit. Fractions of a paisa are rounded half away from zero, as
 * the former screens showed them. Returns undefined if the text is not a number (such as NaN and infinities) or exceeds
 * 2^53 - 1 paise.
 */
export function readAmount(text: string): OldAmount | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (whole + fraction === '') return undefined;
  const places = fraction.length - Number(exponent) - 2;
  const digits = BigInt(whole + fraction);
  const { paise, isRounded } = places <= 0 ? shifted(digits, -places) : rounded(digits, places);
  if (paise > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { paise: toPaise(Number(sign === '-' ? -paise : paise)), isRounded };
}

function shifted(digits: bigint, places: number) {
  return { paise: digits * 10n ** BigInt(places), isRounded: false };
}

function rounded(digits: bigint, places: number) {
  const unit = 10n ** BigInt(places);
  return { paise: (2n * digits + unit) / (2n * unit), isRounded: digits % unit !== 0n };
}
