import type { AuditFilters as Given } from '#contract/audit.ts';
import { readDay, readText } from '../../lib/address-filters.ts';

export type AuditFilters = Given;
/** The filters as they stand in the address: only what is set. */
export type AuditSearch = Partial<AuditFilters>;

const MAX_ACTION_LENGTH = 60;

/** Reads filters from an address that anyone may have typed; what makes no sense counts as not set. */
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

/** How the filters of the log stand in an address. */
export const auditAddress = {
  read: (raw: Record<string, unknown>): AuditFilters => ({ search: '', ...auditSearch(raw) }),
  write: (filters: AuditFilters) => auditSearch({ ...filters }),
};
