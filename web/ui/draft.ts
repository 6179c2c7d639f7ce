/** What the server said last, and what stands in the fields. */
export type Draft<Values> = { saved: Values; typed: Values };

/** A draft after news from the server: fields that the person is editing keep what they typed. */
export function mergeNews<Values extends object>(
  draft: Draft<Values>,
  news: Values,
): Draft<Values> {
  const typed = { ...news };
  for (const field of Object.keys(news) as (keyof Values)[]) {
    if (draft.typed[field] !== draft.saved[field]) typed[field] = draft.typed[field];
  }
  return { saved: news, typed };
}
