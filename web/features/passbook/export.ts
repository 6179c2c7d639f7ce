import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions.ts';
import { saveFile } from '../../lib/save-file.ts';
import { TIME_ZONE } from '../../lib/time.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { writeFilters } from './filters.ts';

/** The name of an export made at `now`: passbook-{yyyy-MM-dd}.csv, the day in India. */
export function exportName(now: Date): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now);
  return `passbook-${day}.csv`;
}

/** Where the rows that match `filters` can be had as CSV. */
export function exportPath(filters: TransactionFilters): string {
  const query = new URLSearchParams(writeFilters(filters)).toString();
  return `/files/passbook.csv${query ? `?${query}` : ''}`;
}

async function fetchCsv(filters: TransactionFilters): Promise<Blob> {
  const response = await fetch(exportPath(filters));
  if (!response.ok) throw new Error(`The export answered ${response.status}`);
  return response.blob();
}

/** Downloads all rows that match the given filters, not only those on screen. */
export function useExport() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: fetchCsv,
    onSuccess: (csv) => {
      saveFile(csv, exportName(new Date()));
      toastSuccess({
        title: t('Export Complete'),
        message: t('Your transactions were saved as a CSV file'),
      });
    },
    onError: () => toastError({ message: t('Failed to export transactions') }),
  });
}
