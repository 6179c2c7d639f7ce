import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions.ts';
import { dayInIndia, useCsvExport } from '../../lib/csv.ts';
import { writeFilters } from '../../lib/transaction-filters.ts';

/** The name of an export made at `now`: passbook-{yyyy-MM-dd}.csv, the day in India. */
export function exportName(now: Date): string {
  return `passbook-${dayInIndia(now)}.csv`;
}

/** Where the rows that match `filters` can be had as CSV. */
export function exportPath(filters: TransactionFilters): string {
  const query = new URLSearchParams(writeFilters(filters)).toString();
  return `/files/passbook.csv${query ? `?${query}` : ''}`;
}

/** Downloads all rows that match the given filters, not only those on screen. */
export function useExport() {
  const { t } = useTranslation();
  const savedText = () => t('Your transactions were saved as a CSV file');
  const { run, isPending } = useCsvExport({ name: exportName, savedText });
  return { isPending, run: (filters: TransactionFilters) => run(exportPath(filters)) };
}
