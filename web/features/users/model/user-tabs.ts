import { TIMELINE_KINDS, type TimelineKind } from '#contract/timelines/rules.ts';
import { readText } from '#web/lib/lists/address-filters.ts';

export const USER_TABS = ['overview', 'requests', 'notes', 'sessions', 'activity'] as const;
export type UserTab = (typeof USER_TABS)[number];

/** The URL's search parameters of a user's page: the tab, and what is chosen on it. */
export type UserPageSearch = { tab?: UserTab; kind?: TimelineKind; request?: string };

const ID = /^[0-9a-f-]{36}$/;

/** Parses untrusted search parameters. Links of earlier versions have a kind without a tab. */
export function userPageSearch(raw: Record<string, unknown>): UserPageSearch {
  const kind = TIMELINE_KINDS.find((one) => one === raw.kind);
  const tab = USER_TABS.find((one) => one === raw.tab) ?? (kind ? 'activity' : 'overview');
  const request = readText(raw.request);
  if (tab === 'overview') return {};
  return {
    tab,
    ...(tab === 'activity' && kind && { kind }),
    ...(tab === 'requests' && ID.test(request) && { request }),
  };
}
