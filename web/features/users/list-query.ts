import { orpc } from '../../lib/api.ts';
import { byCursor } from '../../lib/by-cursor.ts';

/** Users whose name, username or e-mail contains `search`, newest first, a page at a time. */
export function usersQuery({ search }: { search: string }) {
  return orpc.users.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search, cursor }),
    ...byCursor,
  });
}
