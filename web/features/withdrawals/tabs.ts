/** The tab as it stands in the address; the first one is not written. */
export type WithdrawSearch = { tab?: 'history' };

/** Reads the tab from an address that anyone may have typed. */
export function withdrawSearch(raw: Record<string, unknown>): WithdrawSearch {
  return raw.tab === 'history' ? { tab: 'history' } : {};
}
