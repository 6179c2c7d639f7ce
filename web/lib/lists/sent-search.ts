/** The request whose confirmation is shown, or the earlier one that fills in the form. */
export type SentSearch = { sent?: string; again?: string };
/** The transaction that a message to support is about. */
export type AboutSearch = { about?: string };

const ID = /^[0-9a-f-]{36}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

export function sentSearch(raw: Record<string, unknown>): SentSearch {
  if (isId(raw.sent)) return { sent: raw.sent };
  return isId(raw.again) ? { again: raw.again } : {};
}

export function aboutSearch(raw: Record<string, unknown>): AboutSearch {
  return isId(raw.about) ? { about: raw.about } : {};
}
