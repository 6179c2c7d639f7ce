import type { DeskRequest } from '#contract/review/schema.ts';
import type { RelatedRequest } from '#contract/transactions/schema.ts';
import { readText } from '#web/lib/lists/address-filters.ts';

/** The requests to compare a request with, each once: those with its receipt first. */
export function listCompared(facts: DeskRequest | undefined): RelatedRequest[] {
  if (!facts) return [];
  const same = facts.request.warnings.flatMap(({ requests = [] }) => requests);
  const all = [...facts.sameReceipt, ...same, ...facts.sameAmount];
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

/** Returns the request after `current`; after the last one none, and then the first one again. */
export function nextCompared(
  others: RelatedRequest[],
  current: RelatedRequest | undefined,
): RelatedRequest | undefined {
  return others[others.findIndex(({ id }) => id === current?.id) + 1];
}

/** Search parameters of the review page: the id of the current request. */
export function deskSearch(raw: Record<string, unknown>): { id?: string } {
  const id = readText(raw.id);
  return id ? { id } : {};
}
