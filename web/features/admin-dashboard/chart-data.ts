const PAISE_PER_RUPEE = 100;
const FULL = 100;

/** An amount for an axis, rounded to few characters as in India: 12345678 paise to "₹1.2L". Never for a statement of account. */
export function compactRupees(paise: number): string {
  const rupees = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });
  return `₹${rupees.format(paise / PAISE_PER_RUPEE)}`;
}

/** How long the bar of each value is, in percent of the longest. */
export function shares(values: number[]): number[] {
  const longest = Math.max(0, ...values);
  return values.map((value) => (longest === 0 ? 0 : (value / longest) * FULL));
}

/** The sum of one kind of money over the days shown. */
export function sumOf<Row>(rows: Row[], paiseOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + paiseOf(row), 0);
}
