import type { AccountState } from '#contract/users/schema.ts';
import { readText } from '#web/lib/lists/address-filters.ts';

/** `closing`: users with a closure request, which are another list. */
export type UserFilters = { search: string; account: AccountState | 'closing' };

const OTHERS: readonly UserFilters['account'][] = ['frozen', 'withoutFactor', 'deleted', 'closing'];

export const userAddress = {
  read: (raw: Record<string, unknown>): UserFilters => ({
    search: readText(raw.search),
    account: OTHERS.find((state) => state === raw.account) ?? 'current',
  }),
  write: ({ search, account }: UserFilters): Partial<UserFilters> => ({
    ...(search.trim() && { search: search.trim() }),
    ...(account !== 'current' && { account }),
  }),
};

/** Returns the valid search parameters of the users page. */
export function userSearch(raw: Record<string, unknown>): Partial<UserFilters> {
  return userAddress.write(userAddress.read(raw));
}
