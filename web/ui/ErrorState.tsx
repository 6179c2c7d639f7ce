import { Button, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type ErrorStateProps = { message: string; onRetry: () => void };

/** What stands in for content that could not be fetched, with a way to try again. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={56} radius="xl" mb={4} aria-hidden>
        <IconAlertTriangle size={26} stroke={1.75} />
      </ThemeIcon>
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
    </Stack>
  );
}
