import { formatRupees } from '#contract/money.ts';

const COMMON_RUPEES = [500, 1000, 5000];

/** Common amounts up to `highestPaise`, as a form has them and as people read them (₹1,000). */
export function commonAmounts(highestPaise: number): { amount: string; label: string }[] {
  return COMMON_RUPEES.filter((rupees) => rupees * 100 <= highestPaise).map((rupees) => ({
    amount: String(rupees),
    label: formatRupees(rupees * 100).replace(/\.00$/, ''),
  }));
}
