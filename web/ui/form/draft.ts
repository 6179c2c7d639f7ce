/** The last values from the server, and the current field values. */
export type Draft<Values> = { saved: Values; typed: Values };

/** Returns a draft with new values from the server. Edited fields keep the typed value. */
export function mergeServerChanges<Values extends object>(
  draft: Draft<Values>,
  changes: Values,
): Draft<Values> {
  const typed = { ...changes };
  for (const field of Object.keys(changes) as (keyof Values)[]) {
    if (draft.typed[field] !== draft.saved[field]) typed[field] = draft.typed[field];
  }
  return { saved: changes, typed };
}
