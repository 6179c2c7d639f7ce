import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from './save-file.ts';
import { TIME_ZONE } from './time.ts';
import { toastError, toastSuccess } from './toasts.ts';

/** How often the count of rows changes while a file is coming in. */
const PROGRESS_MS = 250;

/** The day in India at `now`, yyyy-MM-dd, as names of exports bear it. */
export function dayInIndia(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now);
}

/** Counts the records of a CSV that comes in pieces; line breaks inside quotes are not records' ends. */
export function createRecordCounter() {
  let isQuoted = false;
  let records = 0;
  return {
    /** Takes the next piece; returns how many records, the header among them, have ended. */
    take(piece: string): number {
      for (const character of piece) {
        if (character === '"') isQuoted = !isQuoted;
        else if (character === '\n' && !isQuoted) records += 1;
      }
      return records;
    },
  };
}

/** Fetches a file as the server writes it; `onProgress` is called with the rows that have come. */
async function fetchCsv(path: string, onProgress: (rows: number) => void) {
  const response = await fetch(path);
  if (!response.ok || !response.body) throw new Error(`The export failed with ${response.status}`);
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

type CsvExport = {
  /** The file's name when it is saved at `now`. */
  name: (now: Date) => string;
  /** Says that so many rows were saved. */
  savedText: (rows: number) => string;
};

/** Downloads the CSV at a path; `rows` counts those that have come. */
export function useCsvExport({ name, savedText }: CsvExport) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: (path: string) => fetchCsv(path, setRows),
    onMutate: () => setRows(0),
    onSuccess: ({ csv, rows: total }) => {
      saveFile(csv, name(new Date()));
      toastSuccess({ title: t('Export Complete'), message: savedText(total) });
    },
    onError: () => toastError({ message: t('Failed to export transactions') }),
  });
  return { run: mutate, isPending, rows };
}
