import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '#web/lib/files/file-size.ts';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import type { Sending } from '../hooks/use-send-deposit.ts';

/** Time in milliseconds after which users need a hint that the upload is still running. */
const USUAL_MS = 10_000;

type SendingStatusProps = { sending: Sending; onCancel: () => void };

/** Upload progress of a deposit, and a Cancel button. */
export function SendingStatus({ sending, onCancel }: SendingStatusProps) {
  const { t } = useTranslation();
  const isLong = useIsLong(sending.isChecking);
  const text = useStepText(sending);
  return (
    <Stack gap="xs">
      <Text size="sm">{text}</Text>
      <Progress.Root
        role="progressbar"
        aria-label={t('Submitting...')}
        aria-valuenow={percentOf(sending)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <Progress.Section value={percentOf(sending)} withAria={false} animated />
      </Progress.Root>
      <div role="status">
        {isLong && (
          <StateAlert state="warning">
            {t('This is taking longer than usual. Check your connection. You can wait or cancel.')}
          </StateAlert>
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

function percentOf({ isChecking, progress }: Sending): number {
  if (isChecking) return 100;
  return Math.floor((100 * progress.sentBytes) / Math.max(1, progress.totalBytes));
}

function useStepText(sending: Sending): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const { sentBytes, totalBytes } = sending.progress;
  if (sending.isChecking)
    return t('The connection was cut. Checking whether your request was received...');
  if (sentBytes >= totalBytes) return t('Everything is sent. Waiting for the confirmation...');
  return t('Sent: {{sent}} of {{total}} ({{percent}}%)', {
    sent: formatFileSize(sentBytes, language, totalBytes),
    total: formatFileSize(totalBytes, language),
    percent: percentOf(sending),
  });
}

/** Returns whether the current step takes longer than usual. */
function useIsLong(step: unknown): boolean {
  const [isLong, setIsLong] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts for each step.
  useEffect(() => {
    setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), USUAL_MS);
    return () => clearTimeout(timer);
  }, [step]);
  return isLong;
}
