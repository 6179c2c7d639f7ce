import { type SentSearch, sentSearch } from '#web/lib/lists/sent-search.ts';

/** The tab in the URL's search parameters; the first tab is omitted. */
export type WithdrawSearch = SentSearch & { tab?: 'history' };

/** Parses the tab, or the confirmation on the first tab, from untrusted search parameters. */
export function withdrawSearch(raw: Record<string, unknown>): WithdrawSearch {
  return raw.tab === 'history' ? { tab: 'history' } : sentSearch(raw);
}
