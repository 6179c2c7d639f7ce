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

/** Returns whether new values from the server change a field that is being edited to something else. */
export function hasConflict<Values extends object>(draft: Draft<Values>, news: Values): boolean {
  return (Object.keys(news) as (keyof Values)[]).some(
    (field) =>
      news[field] !== draft.saved[field] &&
      draft.typed[field] !== draft.saved[field] &&
      draft.typed[field] !== news[field],
  );
}
