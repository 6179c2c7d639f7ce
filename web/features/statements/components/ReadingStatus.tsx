import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SendProgress } from '#web/lib/api/send-file.ts';
import { formatFileSize } from '#web/lib/files/file-size.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';

type ReadingStatusProps = { progress: SendProgress; onCancel: () => void };

/** Upload progress of a statement, then a note that it is being read. */
export function ReadingStatus({ progress, onCancel }: ReadingStatusProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { sentBytes, totalBytes } = progress;
  const percent = Math.floor((100 * sentBytes) / Math.max(1, totalBytes));
  const isSent = sentBytes >= totalBytes;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {isSent
          ? t('The file is sent. Reading it...')
          : t('Sent: {{sent}} of {{total}} ({{percent}}%)', {
              sent: formatFileSize(sentBytes, language, totalBytes),
              total: formatFileSize(totalBytes, language),
              percent,
            })}
      </Text>
      <Progress.Root
        role="progressbar"
        aria-label={t('Submitting...')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <Progress.Section value={percent} withAria={false} animated />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
