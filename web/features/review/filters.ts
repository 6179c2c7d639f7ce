import { readText } from '../../lib/address-filters.ts';

export type ReviewTab = 'pending' | 'history';
export type ReviewFilters = { tab: ReviewTab; search: string };

/** How the tab and the search of a review screen stand in an address. */
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

/** The address of a review screen, cleaned. */
export function reviewSearch(raw: Record<string, unknown>): Partial<ReviewFilters> {
  return reviewAddress.write(reviewAddress.read(raw));
}
