import type { AuditFilters as Given } from '#contract/audit/schema.ts';
import { readDay, readText } from '#web/lib/lists/address-filters.ts';

export type AuditFilters = Given;
/** Filters in the URL's search parameters; only those that are set. */
export type AuditSearch = Partial<AuditFilters>;

const MAX_ACTION_LENGTH = 60;

/** Parses filters from untrusted search parameters. Ignores invalid values. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {};
  const text = readText(raw.search).trim();
  const action = readText(raw.action, MAX_ACTION_LENGTH).trim();
  const from = readDay(raw.from);
  const to = readDay(raw.to);
  if (text) search.search = text;
  if (action) search.action = action;
  if (from) search.from = from;
  if (to) search.to = to;
  return search;
}

export const auditAddress = {
  read: (raw: Record<string, unknown>): AuditFilters => ({ search: '', ...auditSearch(raw) }),
  write: (filters: AuditFilters) => auditSearch({ ...filters }),
};
