import { type SentSearch, sentSearch } from '../../lib/sent-search.ts';

/** The tab as it stands in the address; the first one is not written. */
export type WithdrawSearch = SentSearch & { tab?: 'history' };

/** Reads the tab, or the confirmation that the first one shows, from an address that anyone may have typed. */
export function withdrawSearch(raw: Record<string, unknown>): WithdrawSearch {
  return raw.tab === 'history' ? { tab: 'history' } : sentSearch(raw);
}
