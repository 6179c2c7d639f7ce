import { readText } from '#web/lib/lists/address-filters.ts';

export type ReviewTab = 'pending' | 'history';
export type ReviewFilters = { tab: ReviewTab; search: string };

export const reviewAddress = {
  read: (raw: Record<string, unknown>): ReviewFilters => ({
    tab: raw.tab === 'history' ? 'history' : 'pending',
    search: readText(raw.search),
  }),
  write: ({ tab, search }: ReviewFilters): Partial<ReviewFilters> => ({
    ...(tab === 'history' && { tab }),
    ...(search.trim() && { search: search.trim() }),
  }),
};

/** Returns the valid search parameters of a review page. */
export function reviewSearch(raw: Record<string, unknown>): Partial<ReviewFilters> {
  return reviewAddress.write(reviewAddress.read(raw));
}
