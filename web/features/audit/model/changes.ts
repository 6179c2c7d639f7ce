/** A changed field. A value is undefined if the field did not exist. */
export type Change = { field: string; before: unknown; after: unknown };

function fieldsOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {};
  if (typeof state === 'object' && !Array.isArray(state)) return { ...state };
  return { value: state };
}

/** Returns the fields that differ between two states. */
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
