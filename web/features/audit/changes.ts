/** One field of what a record is about; undefined where there was, or is, no such field. */
export type Change = { field: string; before: unknown; after: unknown };

function fieldsOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {};
  if (typeof state === 'object' && !Array.isArray(state)) return { ...state };
  return { value: state };
}

/** What differs between the state before and the state after, field by field, in the order they come. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const old = fieldsOf(before);
  const current = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .map((field) => ({
      field,
      before: old[field] ?? undefined,
      after: current[field] ?? undefined,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
