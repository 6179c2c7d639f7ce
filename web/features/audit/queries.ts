import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';
import type { AuditFilters } from './filters.ts';
import { auditQuery } from './list-query.ts';

const VERIFICATION_MS = 60_000;

/** The records that match; the last rows stay while new filters load. */
export function useAuditLog(filters: AuditFilters) {
  return useInfiniteQuery({ ...auditQuery(filters), placeholderData: keepPreviousData });
}

/** The actions there are records of. */
export function useAuditActions() {
  return useQuery(orpc.audit.actions.queryOptions());
}

/** Whether the chains of the log were found whole. */
export function useVerification() {
  return useQuery(orpc.audit.verification.queryOptions({ refetchInterval: VERIFICATION_MS }));
}
