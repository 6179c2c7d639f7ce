import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useReceiptReading } from '../hooks/use-receipt-reading.ts';

type ReceiptReaderProps = {
  receipt: File;
  /** Reads when it is first shown, without a click. */
  isAutomatic: boolean;
  /** The person has compared the number with the receipt. */
  onConfirm: (utr: string) => void;
};

/** Reads the UTR from the chosen receipt, or offers to. The person compares it before it is entered. */
export function ReceiptReader({ receipt, isAutomatic, onConfirm }: ReceiptReaderProps) {
  const { t } = useTranslation();
  const { reading, read, cancel } = useReceiptReading(receipt, isAutomatic);
  switch (reading.kind) {
    case 'reading':
      return <ReadingProgress percent={reading.percent} onCancel={cancel} />;
    case 'found': {
      const { utr } = reading;
      const confirm = () => {
        cancel();
        onConfirm(utr);
      };
      return (
        <StateAlert state="news" role="status">
          <Stack gap="xs">
            <Text size="sm">
              {t('UTR on the receipt: {{utr}}. Compare it with your receipt.', { utr })}
            </Text>
            <Group gap="xs">
              <Button size="compact-sm" onClick={confirm}>
                {t('Use this UTR')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={cancel}>
                {t('Cancel')}
              </Button>
            </Group>
          </Stack>
        </StateAlert>
      );
    }
    default:
      return (
        <Stack gap="xs" align="flex-start">
          <Button variant="light" size="compact-sm" onClick={read}>
            {t('Read UTR from the receipt')}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {reading.kind === 'nothing' && t('No UTR was found on the receipt. Please type it.')}
            {reading.kind === 'failed' && t('The receipt could not be read. Please type the UTR.')}
          </Text>
        </Stack>
      );
  }
}

function ReadingProgress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const { t } = useTranslation();
  const text = t('Reading the receipt...');
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {text}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
      <Progress value={percent} animated aria-label={text} />
    </Stack>
  );
}
