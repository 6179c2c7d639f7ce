import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type LoadMoreProps = {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** Whether a search has no results yet. The newest rows are searched first. */
  isEmpty?: boolean;
};

/** Button for the next page of a list; renders nothing at the end of the list. */
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
