import { orpc } from '../../lib/api.ts';
import type { AuditFilters } from './filters.ts';

/** What was done, newest first, a page at a time. */
export function auditQuery(filters: AuditFilters) {
  return orpc.audit.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
