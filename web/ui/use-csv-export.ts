import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, useErrorText } from '../lib/api/errors.ts';
import { fetchPieces } from '../lib/files/download.ts';
import { saveFile } from '../lib/files/save-file.ts';
import { TIME_ZONE } from '../lib/i18n/time.ts';
import { toastError, toastSuccess } from './toasts.ts';

const PROGRESS_MS = 250;

export function dayInIndia(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now);
}

/** Ignores line breaks inside quotes. */
export function createRecordCounter() {
  let isQuoted = false;
  let records = 0;
  return {
    take(piece: string): number {
      for (const character of piece) {
        if (character === '"') isQuoted = !isQuoted;
        else if (character === '\n' && !isQuoted) records += 1;
      }
      return records;
    },
  };
}

async function fetchCsv(path: string, onProgress: (rows: number) => void) {
  const counter = createRecordCounter();
  const decoder = new TextDecoder();
  let rows = 0;
  let told = 0;
  const pieces = await fetchPieces(path, (piece) => {
    rows = Math.max(0, counter.take(decoder.decode(piece, { stream: true })) - 1);
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    onProgress(rows);
  });
  return { csv: new Blob(pieces, { type: 'text/csv;charset=utf-8' }), rows };
}

type CsvExport = {
  name: (now: Date) => string;
  savedText: (rows: number) => string;
  failed?: string;
};

export function useCsvExport({ name, savedText, failed }: CsvExport) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: (path: string) => fetchCsv(path, setRows),
    onMutate: () => setRows(0),
    onSuccess: ({ csv, rows: total }) => {
      saveFile(csv, name(new Date()));
      toastSuccess({ title: t('Export Complete'), message: savedText(total) });
    },
    onError: (error) => {
      if (errorCode(error) === 'STEP_UP_REQUIRED') return;
      toastError({ message: errorText(error, failed ?? t('Failed to export transactions')) });
    },
  });
  return { run: mutate, isPending, rows };
}
