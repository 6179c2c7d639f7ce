import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions/schema.ts';
import { writeFilters } from '#web/lib/lists/transaction-filters.ts';
import { dayInIndia, useCsvExport } from '#web/ui/use-csv-export.ts';

/** Returns the file name passbook-{yyyy-MM-dd}.csv with the day in India at `now`. */
export function exportName(now: Date): string {
  return `passbook-${dayInIndia(now)}.csv`;
}

/** Returns the CSV path of the rows that match `filters`. */
export function exportPath(filters: TransactionFilters): string {
  const query = new URLSearchParams(writeFilters(filters)).toString();
  return `/files/passbook.csv${query ? `?${query}` : ''}`;
}

/** Downloads all rows that match the filters, not only the fetched ones. */
export function useExport() {
  const { t } = useTranslation();
  const savedText = () => t('Your transactions were saved as a CSV file');
  const { run, isPending } = useCsvExport({ name: exportName, savedText });
  return { isPending, run: (filters: TransactionFilters) => run(exportPath(filters)) };
}
