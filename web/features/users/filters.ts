import { readText } from '../../lib/address-filters.ts';

type UserFilters = { search: string };

/** How the search for users stands in an address. */
export const userAddress = {
  read: (raw: Record<string, unknown>): UserFilters => ({ search: readText(raw.search) }),
  write: ({ search }: UserFilters): Partial<UserFilters> =>
    search.trim() ? { search: search.trim() } : {},
};

/** The search of the users' address, cleaned. */
export function userSearch(raw: Record<string, unknown>): Partial<UserFilters> {
  return userAddress.write(userAddress.read(raw));
}
