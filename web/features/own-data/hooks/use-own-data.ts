import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OWN_DATA_PATH } from '#contract/own-data/rules.ts';
import { fetchPieces } from '#web/lib/files/download.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { dayInIndia } from '#web/ui/use-csv-export.ts';

const PROGRESS_MS = 250;

async function fetchArchive(path: string, onProgress: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  let told = 0;
  const pieces = await fetchPieces(path, (piece) => {
    bytes += piece.byteLength;
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    onProgress(bytes);
  });
  return new Blob(pieces, { type: 'application/zip' });
}

/** Downloads all data of the signed-in user. `bytes` is the size received so far. */
export function useOwnData() {
  const language = useLanguage();
  const [bytes, setBytes] = useState(0);
  const download = useMutation({
    mutationFn: () => fetchArchive(`${OWN_DATA_PATH}?language=${language}`, setBytes),
    onMutate: () => setBytes(0),
    onSuccess: (archive) => saveFile(archive, `my-data-${dayInIndia(new Date())}.zip`),
  });
  return { ...download, bytes };
}
