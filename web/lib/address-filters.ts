import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_LENGTH = 200;

/** A text in an address that anyone may have typed. The router reads a search for `123` as a number. */
export function readText(value: unknown, maxLength = MAX_LENGTH): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).slice(0, maxLength);
}

/** A day that exists, such as not the 30th of February. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined;
  const midnight = new Date(`${value}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
  return exists ? value : undefined;
}

type Address<Filters> = {
  /** Reads filters from an address; what makes no sense counts as not set. */
  read: (raw: Record<string, unknown>) => Filters;
  /** Writes filters for the address, leaving out what is not set. */
  write: (filters: Filters) => Partial<Filters>;
};

/** A list's filters, kept in the address so that a view can be bookmarked, shared and reloaded. */
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
