import { orpc } from '#web/lib/api/api.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';
import type { UserFilters } from './filters.ts';

/** Users whose name, username or e-mail address contains `search`, newest first, paginated; or deleted accounts. */
export function usersQuery({ search, account }: UserFilters) {
  return orpc.users.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      search,
      cursor,
      account: account === 'closing' ? ('current' as const) : account,
    }),
    ...byCursor,
  });
}
