import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { requestIdOf } from '../../lib/api/errors.ts';
import { IconRefresh } from '../icons/IconRefresh.ts';
import { AskSupport } from './AskSupport.tsx';
import { Picture } from './Picture.tsx';

type ErrorStateProps = {
  message: string;
  /** If it is an unexpected server error, its request id is shown for support. */
  error?: unknown;
  onRetry: () => void;
};

export function ErrorState({ message, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const requestId = requestIdOf(error);
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" role="alert">
      <Picture name="failed" />
      <Text fw={600}>{message}</Text>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        onClick={onRetry}
        size="sm"
        mt="xs"
      >
        {t('Retry')}
      </Button>
      {requestId && <AskSupport requestId={requestId} />}
    </Stack>
  );
}
