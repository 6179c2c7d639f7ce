import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';
import type { AuditFilters } from './model/filters.ts';
import { auditQuery } from './model/list-query.ts';

const VERIFICATION_MS = 60_000;

/** Returns matching records. Keeps the previous rows while new filters load. */
export function useAuditLog(filters: AuditFilters) {
  return useInfiniteQuery({ ...auditQuery(filters), placeholderData: keepPreviousData });
}

export function useAuditActions() {
  return useQuery(orpc.audit.actions.queryOptions());
}

export function useVerification() {
  return useQuery(orpc.audit.verification.queryOptions({ refetchInterval: VERIFICATION_MS }));
}
