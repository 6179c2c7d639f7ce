import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';
import type { AuditFilters } from './filters.ts';

const VERIFICATION_MS = 60_000;

/** What was done, newest first, a page at a time; the last rows stay while new filters load. */
export function useAuditLog(filters: AuditFilters) {
  return useInfiniteQuery(
    orpc.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
}

/** The actions there are records of. */
export function useAuditActions() {
  return useQuery(orpc.audit.actions.queryOptions());
}

/** Whether the chains of the log were found whole. */
export function useVerification() {
  return useQuery(orpc.audit.verification.queryOptions({ refetchInterval: VERIFICATION_MS }));
}
