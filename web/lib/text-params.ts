import { formatRupees } from '#contract/money.ts';

/** Values for a text's placeholders: whole numbers whose names end in `Paise` become amounts under the same name. */
export function textParams(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('Paise') && typeof value === 'number' ? formatRupees(value) : value,
    ]),
  );
}
