import { orpc } from '../../lib/api.ts';
import { byCursor } from '../../lib/by-cursor.ts';
import type { AuditFilters } from './filters.ts';

/** Audit records, newest first, paginated. */
export function auditQuery(filters: AuditFilters) {
  return orpc.audit.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor }),
    ...byCursor,
  });
}
