import { formatRupees } from '#contract/money.ts';

/** One field of what a record is about; undefined where there was, or is, no such field. */
export type Change = { field: string; before: string | undefined; after: string | undefined };

function fieldsOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {};
  if (typeof state === 'object' && !Array.isArray(state)) return { ...state };
  return { value: state };
}

/** A value as people read it: amounts as rupees, texts as they are, anything else as JSON. */
function valueText(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && field.endsWith('Paise') && Number.isSafeInteger(value)) {
    return formatRupees(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What differs between the state before and the state after, field by field, in the order they come. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const old = fieldsOf(before);
  const current = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .map((field) => ({
      field,
      before: valueText(field, old[field]),
      after: valueText(field, current[field]),
    }))
    .filter((change) => change.before !== change.after);
}
