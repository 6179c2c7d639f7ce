import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TransactionFilters } from '#contract/transactions.ts';
import { NO_FILTERS, readFilters, writeFilters } from './filters.ts';

/** The filters, kept in the address so that a view can be bookmarked, shared and reloaded. */
export function useFilters() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(raw), [raw]);
  const show = (next: TransactionFilters) =>
    void navigate({ to: '.', search: writeFilters(next), replace: true, resetScroll: false });
  return {
    filters,
    change: (change: Partial<TransactionFilters>) => show({ ...filters, ...change }),
    clear: () => show(NO_FILTERS),
  };
}
