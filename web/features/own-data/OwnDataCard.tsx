import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OWN_DATA_PATH } from '#contract/own-data/rules.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { fetchPieces } from '#web/lib/files/download.ts';
import { formatFileSize } from '#web/lib/files/file-size.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { Card } from '#web/ui/Card.tsx';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { dayInIndia } from '#web/ui/use-csv-export.ts';

/** Downloads all data of the signed-in user as one archive. */
export function OwnDataCard() {
  const { t } = useTranslation();
  const download = useOwnData();
  return (
    <Card
      title={t('Your data')}
      description={t(
        'One file with your details, bank accounts, transactions, receipts, documents, notifications, messages and activity.',
      )}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('It contains your full account numbers. Keep it in a safe place.')}
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('Download my data')}
        </Button>
        <Outcome download={download} />
      </Stack>
    </Card>
  );
}

function Outcome({ download }: { download: ReturnType<typeof useOwnData> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const { isPending, isSuccess, error, bytes } = download;
  const size = formatFileSize(bytes, language);
  return (
    <div role="status">
      {isPending && (
        <Text size="sm" c="dimmed">
          {t('Downloading: {{size}} so far', { size })}
        </Text>
      )}
      {isSuccess && <StateAlert state="done">{t('Your data was saved as a file.')}</StateAlert>}
      {error && (
        <StateAlert state="failed">
          {errorText(error, t('Your data could not be downloaded. Please try again.'))}
        </StateAlert>
      )}
    </div>
  );
}

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
function useOwnData() {
  const language = useLanguage();
  const [bytes, setBytes] = useState(0);
  const download = useMutation({
    mutationFn: () => fetchArchive(`${OWN_DATA_PATH}?language=${language}`, setBytes),
    onMutate: () => setBytes(0),
    onSuccess: (archive) => saveFile(archive, `my-data-${dayInIndia(new Date())}.zip`),
  });
  return { ...download, bytes };
}
