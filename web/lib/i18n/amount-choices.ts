import { formatRupees } from '#contract/shared/money.ts';

const COMMON_RUPEES = [500, 1000, 5000];

export function commonAmounts(highestPaise: number): { amount: string; label: string }[] {
  return COMMON_RUPEES.filter((rupees) => rupees * 100 <= highestPaise).map((rupees) => ({
    amount: String(rupees),
    label: formatRupees(rupees * 100).replace(/\.00$/, ''),
  }));
}
