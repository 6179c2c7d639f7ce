import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_LENGTH = 200;

/** Returns a text from the URL's search parameters, which are untrusted. The router parses `123` as a number. */
export function readText(value: unknown, maxLength = MAX_LENGTH): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).slice(0, maxLength);
}

export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined;
  const midnight = new Date(`${value}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
  return exists ? value : undefined;
}

type Address<Filters> = {
  read: (raw: Record<string, unknown>) => Filters;
  write: (filters: Filters) => Partial<Filters>;
};

export function useAddressFilters<Filters extends object>({ read, write }: Address<Filters>) {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = useMemo(() => read(raw), [read, raw]);
  const show = (next: Filters) =>
    void navigate({ to: '.', search: write(next), replace: true, resetScroll: false });
  return {
    filters,
    isFiltered: Object.keys(write(filters)).length > 0,
    change: (change: Partial<Filters>) => show({ ...filters, ...change }),
    clear: () => show(read({})),
  };
}
