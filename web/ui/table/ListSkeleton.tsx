import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ListSkeleton({ rows }: { rows: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" py="sm" role="status" aria-busy>
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never reorder.
        <Group key={row} gap="md" wrap="nowrap" aria-hidden>
          <Skeleton circle height={36} />
          <Stack gap="xs" flex={1}>
            <Skeleton height={10} width="45%" />
            <Skeleton height={8} width="25%" />
          </Stack>
          <Skeleton height={12} width={88} />
        </Group>
      ))}
    </Stack>
  );
}
