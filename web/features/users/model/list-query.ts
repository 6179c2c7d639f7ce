import { orpc } from '#web/lib/api/api.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';

/** Users whose name, username or e-mail address contains `search`, newest first, paginated. */
export function usersQuery({ search }: { search: string }) {
  return orpc.users.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search, cursor }),
    ...byCursor,
  });
}
