/** Search parameters of a request's confirmation page. */
export type SentSearch = { sent?: string };

const ID = /^[0-9a-f-]{36}$/;

/** Returns the id of the confirmed request if the untrusted parameter is valid. */
export function sentSearch(raw: Record<string, unknown>): SentSearch {
  return typeof raw.sent === 'string' && ID.test(raw.sent) ? { sent: raw.sent } : {};
}
