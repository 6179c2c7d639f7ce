import type { AuditFilters as Given } from '#contract/audit/schema.ts';
import { parseRupees } from '#contract/shared/money.ts';
import { readDay, readText } from '#web/lib/lists/address-filters.ts';

export type AuditFilters = Given;
/** Filters in the URL's search parameters; only those that are set. */
export type AuditSearch = Partial<AuditFilters>;

const MAX_ACTION_LENGTH = 60;
const TEXTS = ['person', 'actor', 'address'] as const;
const AMOUNTS = ['minAmount', 'maxAmount'] as const;

/** Parses filters from untrusted search parameters. Ignores invalid values. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {};
  const text = readText(raw.search).trim();
  const action = readText(raw.action, MAX_ACTION_LENGTH).trim();
  const from = readDay(raw.from);
  const to = readDay(raw.to);
  if (text) search.search = text;
  if (action) search.action = action;
  for (const name of TEXTS) {
    const typed = readText(raw[name]).trim();
    if (typed) search[name] = typed;
  }
  for (const name of AMOUNTS) {
    const typed = readText(raw[name]).trim();
    if (parseRupees(typed) !== undefined) search[name] = typed;
  }
  if (from) search.from = from;
  if (to) search.to = to;
  return search;
}

export const auditAddress = {
  read: (raw: Record<string, unknown>): AuditFilters => ({ search: '', ...auditSearch(raw) }),
  write: (filters: AuditFilters) => auditSearch({ ...filters }),
};
