import { useTranslation } from 'react-i18next';
import type { AdminTransactionFilters } from '#contract/transactions/schema.ts';
import { adminTransactionAddress } from '#web/lib/lists/transaction-filters.ts';
import { dayInIndia, useCsvExport } from '#web/ui/use-csv-export.ts';

/** Returns the file name transactions_{date}.csv with the day in India at `now`. */
export function exportName(now: Date): string {
  return `transactions_${dayInIndia(now)}.csv`;
}

/** Returns the CSV path of all rows that match `filters`. */
export function exportPath(filters: AdminTransactionFilters): string {
  const query = new URLSearchParams(adminTransactionAddress.write(filters)).toString();
  return `/files/transactions.csv${query ? `?${query}` : ''}`;
}

/** Downloads all matching transactions. `rows` is the number of rows received so far. */
export function useExport() {
  const { t } = useTranslation();
  const savedText = (rows: number) => t('Exported {{count}} transactions to CSV', { count: rows });
  const { run, ...progress } = useCsvExport({ name: exportName, savedText });
  return { ...progress, run: (filters: AdminTransactionFilters) => run(exportPath(filters)) };
}
