import { groupIndian } from '#contract/money.ts';

/**
 * A number below 10^21 in Western digits, grouped as in India: 12,34,567. Not by `Intl`, whose first use
 * costs a slow phone a tenth of a second, and which groups Kannada as the West does (1,234,567).
 */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = fraction ? `${groupIndian(whole)}.${fraction}` : groupIndian(whole);
  return value < 0 ? `-${grouped}` : grouped;
}
