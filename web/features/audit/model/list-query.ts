import { orpc } from '#web/lib/api/api.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';
import type { AuditFilters } from './filters.ts';

/** Audit records, newest first, paginated. */
export function auditQuery(filters: AuditFilters) {
  return orpc.audit.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor }),
    ...byCursor,
  });
}
