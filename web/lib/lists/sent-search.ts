export type SentSearch = { sent?: string };

const ID = /^[0-9a-f-]{36}$/;

export function sentSearch(raw: Record<string, unknown>): SentSearch {
  return typeof raw.sent === 'string' && ID.test(raw.sent) ? { sent: raw.sent } : {};
}
