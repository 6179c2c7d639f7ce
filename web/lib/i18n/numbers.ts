import { groupIndian } from '#contract/shared/money.ts';

/** Avoids `Intl`: its first use takes 100 ms on a slow phone, and it groups Kannada as 1,234,567. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = fraction ? `${groupIndian(whole)}.${fraction}` : groupIndian(whole);
  return value < 0 ? `-${grouped}` : grouped;
}
