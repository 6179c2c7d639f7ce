import { readText } from '#web/lib/lists/address-filters.ts';

type UserFilters = { search: string };

export const userAddress = {
  read: (raw: Record<string, unknown>): UserFilters => ({ search: readText(raw.search) }),
  write: ({ search }: UserFilters): Partial<UserFilters> =>
    search.trim() ? { search: search.trim() } : {},
};

/** Returns the valid search parameters of the users page. */
export function userSearch(raw: Record<string, unknown>): Partial<UserFilters> {
  return userAddress.write(userAddress.read(raw));
}
