import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import type { AuditFilters } from './model/filters.ts';
import { auditQuery } from './model/list-query.ts';

const VERIFICATION_MS = 60_000;

/** Returns matching records. Keeps the previous rows while new filters load. */
export function useAuditLog(filters: AuditFilters) {
  return useInfiniteQuery({ ...auditQuery(filters), placeholderData: keepPreviousData });
}

const OWN_ROWS = 10;

export function useOwnActivity() {
  return useInfiniteQuery(
    orpc.audit.own.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: OWN_ROWS }),
      ...byCursor,
    }),
  );
}

export function useAuditActions() {
  return useQuery(orpc.audit.actions.queryOptions());
}

export function useVerification() {
  return useQuery(orpc.audit.verification.queryOptions({ refetchInterval: VERIFICATION_MS }));
}
