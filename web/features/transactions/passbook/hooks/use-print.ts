import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { toastError } from '#web/ui/toasts.ts';
import type { Pages } from '../model/pages.ts';
import { fetchPrintRows, type PrintRows } from '../model/print-rows.ts';
import { passbookKey } from '../queries.ts';

/**
 * Prints all rows that match the filters. The browser's print command cannot wait for a fetch: it prints the rows
 * fetched so far.
 */
export function usePrint(filters: TransactionFilters) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [sheet, setSheet] = useState<PrintRows>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchPrintRows((page) => api.transactions.passbook({ ...filters, ...page })),
    onSuccess: (fetched) => {
      // The sheet must be in the DOM before `window.print()`.
      flushSync(() => setSheet(fetched));
      window.print();
    },
    onError: (error) =>
      toastError({ message: errorText(error, t('The passbook could not be printed. Try again.')) }),
  });

  const showLoaded = useEffectEvent(() => {
    const pages = queryClient.getQueryData<Pages>(passbookKey(filters))?.pages;
    if (sheet || !pages) return;
    const rows = pages.flatMap((page) => page.rows);
    flushSync(() => setSheet({ rows, total: pages[0]?.total ?? rows.length }));
  });
  const printOnKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p';
    if (!isPrint || event.shiftKey || event.altKey || !navigator.onLine) return;
    event.preventDefault();
    if (!isPending) mutate();
  });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    window.addEventListener('keydown', (event) => printOnKey(event), { signal });
    window.addEventListener('beforeprint', () => showLoaded(), { signal });
    window.addEventListener('afterprint', () => setSheet(undefined), { signal });
    return () => over.abort();
  }, []);
  return { sheet, isPending, print: () => mutate() };
}
