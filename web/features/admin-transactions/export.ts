import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions.ts';
import { dayInIndia, useCsvExport } from '../../lib/csv.ts';
import { writeFilters } from '../../lib/transaction-filters.ts';

/** The name of an export made at `now`: transactions_{date}.csv, the day in India. */
export function exportName(now: Date): string {
  return `transactions_${dayInIndia(now)}.csv`;
}

/** Where all rows that match `filters` can be had as CSV. */
export function exportPath(filters: TransactionFilters): string {
  const query = new URLSearchParams(writeFilters(filters)).toString();
  return `/files/transactions.csv${query ? `?${query}` : ''}`;
}

/** Downloads all transactions that match, not only those on screen; `rows` counts those that have come. */
export function useExport() {
  const { t } = useTranslation();
  const savedText = (rows: number) => t('Exported {{count}} transactions to CSV', { count: rows });
  const { run, ...progress } = useCsvExport({ name: exportName, savedText });
  return { ...progress, run: (filters: TransactionFilters) => run(exportPath(filters)) };
}
