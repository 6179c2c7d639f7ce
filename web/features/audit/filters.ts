import type { AuditFilters as Given } from '#contract/audit.ts';

export type AuditFilters = Given;
/** The filters as they stand in the address: only what is set. */
export type AuditSearch = Partial<AuditFilters>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_SEARCH_LENGTH = 200;
const MAX_ACTION_LENGTH = 60;

/** Reads filters from an address that anyone may have typed; what makes no sense counts as not set. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {};
  const text = readText(raw.search, MAX_SEARCH_LENGTH);
  const action = readText(raw.action, MAX_ACTION_LENGTH);
  const from = readDay(raw.from);
  const to = readDay(raw.to);
  if (text) search.search = text;
  if (action) search.action = action;
  if (from) search.from = from;
  if (to) search.to = to;
  return search;
}

/** The router reads a search for `123` as a number. */
function readText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).trim().slice(0, maxLength);
}

/** A day that exists, such as not the 30th of February. */
function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined;
  const midnight = new Date(`${value}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
  return exists ? value : undefined;
}
