/** Lists with saved views; below, the maximum number of views per administrator and length of a name. */
export const LISTS_WITH_VIEWS = [
  'deposits',
  'withdrawals',
  'transactions',
  'users',
  'audit',
] as const;
export type ListWithViews = (typeof LISTS_WITH_VIEWS)[number];
export const MAX_SAVED_VIEWS = 20;
export const MAX_VIEW_NAME_LENGTH = 60;
