// One for all languages: `Intl` groups Kannada as the West does (1,234,567), which no one in India writes.
const indian = new Intl.NumberFormat('en-IN');

/** A count in Western digits, grouped as in India: 12,34,567. */
export function formatNumber(count: number): string {
  return indian.format(count);
}
