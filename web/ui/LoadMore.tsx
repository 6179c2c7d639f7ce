import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type LoadMoreProps = {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** Whether a search has found nothing yet: it looks through the newest first. */
  isEmpty?: boolean;
};

/** Fetches the next page of a list when asked; nothing when the list is at its end. */
export function LoadMore({ hasMore, loading, onMore, isEmpty = false }: LoadMoreProps) {
  const { t } = useTranslation();
  if (!hasMore) return null;
  return (
    <Stack align="center" gap="xs" py="md">
      {isEmpty && (
        <Text size="sm" c="dimmed" ta="center" role="status">
          {t('Older entries have not been searched yet.')}
        </Text>
      )}
      <Button variant="default" loading={loading} onClick={onMore}>
        {t('Load more')}
      </Button>
    </Stack>
  );
}
