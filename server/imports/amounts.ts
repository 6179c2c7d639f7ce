import { type Paise, toPaise } from '#contract/money.ts';

/** An amount of the former system: whole paise, and whether there was more than paise can say. */
export interface OldAmount {
  paise: Paise;
  isRounded: boolean;
}

const NUMBER = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads rupees as PostgreSQL writes a number, digit by digit. What is less than a paisa is rounded, half of
 * one away from zero, as the former screens showed it. Undefined for what is no number, NaN and infinities
 * among them, and for more than 2^53 - 1 paise.
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
