import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { createRecordCounter, exportName, exportPath } from './export.ts';

/** How often the count on the button changes while the file is coming in. */
const PROGRESS_MS = 250;

type OnProgress = (rows: number) => void;

/** Fetches the file as the server writes it, telling how many rows have come. */
async function fetchCsv(filters: TransactionFilters, onProgress: OnProgress) {
  const response = await fetch(exportPath(filters));
  if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`);
  const counter = createRecordCounter();
  const decoder = new TextDecoder();
  const pieces: BlobPart[] = [];
  let rows = 0;
  let told = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    // The first record is the header.
    rows = Math.max(0, counter.take(decoder.decode(value, { stream: true })) - 1);
    if (performance.now() - told < PROGRESS_MS) continue;
    told = performance.now();
    onProgress(rows);
  }
  return { csv: new Blob(pieces, { type: 'text/csv;charset=utf-8' }), rows };
}

/** Downloads all transactions that match, not only those on screen; `rows` counts those that have come. */
export function useExport() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: (filters: TransactionFilters) => fetchCsv(filters, setRows),
    onMutate: () => setRows(0),
    onSuccess: ({ csv, rows: total }) => {
      saveFile(csv, exportName(new Date()));
      toastSuccess({
        title: t('Export Complete'),
        message: t('Exported {{number}} transactions to CSV', { number: number(total) }),
      });
    },
    onError: () => toastError({ message: t('Failed to export transactions') }),
  });
  return { run: mutate, isPending, rows };
}
