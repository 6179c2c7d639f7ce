import type { TFunction } from 'i18next';
import { formatNumber } from '#web/lib/i18n/numbers.ts';

/** Indian units of money, in paise. */
const RUPEE = 100;
const THOUSAND = 1000 * RUPEE;
const LAKH = 100 * THOUSAND;
const CRORE = 100 * LAKH;
const FULL = 100;

/**
 * Formats an amount for a chart axis, rounded to Indian units: 12345678 paise as "₹1.2L". Avoids `Intl`, which uses
 * thousands and millions in most of the languages. Too imprecise for statements of account.
 */
export function compactRupees(t: TFunction, paise: number): string {
  const countOf = (step: number) => Math.round((paise / step) * 10) / 10;
  if (countOf(CRORE) >= 1) return t('₹{{count}}Cr', { count: countOf(CRORE) });
  if (countOf(LAKH) >= 1) return t('₹{{count}}L', { count: countOf(LAKH) });
  if (countOf(THOUSAND) >= 1) return t('₹{{count}}K', { count: countOf(THOUSAND) });
  return `₹${formatNumber(countOf(RUPEE))}`;
}

/** Returns each value as a percentage of the largest. */
export function shares(values: (number | bigint)[]): number[] {
  const lengths = values.map(Number);
  const longest = Math.max(0, ...lengths);
  return lengths.map((length) => (longest === 0 ? 0 : (length / longest) * FULL));
}

export function sumOf<Row>(rows: Row[], paiseOf: (row: Row) => bigint): bigint {
  return rows.reduce((sum, row) => sum + paiseOf(row), 0n);
}
