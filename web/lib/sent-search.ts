/** The search of an address that shows the confirmation of a request. */
export type SentSearch = { sent?: string };

const ID = /^[0-9a-f-]{36}$/;

/** Reads the id of the request that is confirmed from an address that anyone may have typed. */
export function sentSearch(raw: Record<string, unknown>): SentSearch {
  return typeof raw.sent === 'string' && ID.test(raw.sent) ? { sent: raw.sent } : {};
}
