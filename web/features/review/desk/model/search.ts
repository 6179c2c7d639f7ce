import { readText } from '#web/lib/lists/address-filters.ts';

/** Search parameters of the review page: the id of the current request. */
export function deskSearch(raw: Record<string, unknown>): { id?: string } {
  const id = readText(raw.id);
  return id ? { id } : {};
}
