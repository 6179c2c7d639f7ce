import { formatRupees } from '#contract/shared/money.ts';

/** Returns placeholder values for a text: whole numbers whose names end in `Paise` are formatted as amounts. */
export function textParams(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('Paise') && typeof value === 'number' ? formatRupees(value) : value,
    ]),
  );
}
