import type { AccountState } from '#contract/users/schema.ts';
import { readText } from '#web/lib/lists/address-filters.ts';

type UserFilters = { search: string; account: AccountState };

export const userAddress = {
  read: (raw: Record<string, unknown>): UserFilters => ({
    search: readText(raw.search),
    account: raw.account === 'deleted' ? 'deleted' : 'current',
  }),
  write: ({ search, account }: UserFilters): Partial<UserFilters> => ({
    ...(search.trim() && { search: search.trim() }),
    ...(account === 'deleted' && { account }),
  }),
};

/** Returns the valid search parameters of the users page. */
export function userSearch(raw: Record<string, unknown>): Partial<UserFilters> {
  return userAddress.write(userAddress.read(raw));
}
