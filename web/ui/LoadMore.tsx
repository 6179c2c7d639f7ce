import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type LoadMoreProps = { hasMore: boolean; loading: boolean; onMore: () => void };

/** Fetches the next page of a list when asked; nothing when the list is at its end. */
export function LoadMore({ hasMore, loading, onMore }: LoadMoreProps) {
  const { t } = useTranslation();
  if (!hasMore) return null;
  return (
    <Group justify="center" py="md">
      <Button variant="default" loading={loading} onClick={onMore}>
        {t('Load more')}
      </Button>
    </Group>
  );
}
