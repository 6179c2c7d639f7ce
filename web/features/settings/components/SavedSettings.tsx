import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';

type SavedSettingsProps<Settings> = Omit<ComponentProps<typeof Card>, 'children'> & {
  saved: UseQueryResult<Settings>;
  /** Height of the placeholder in pixels. */
  height: number;
  children: (settings: Settings) => ReactNode;
};

/** Card for a setting from the server: placeholder, error with Retry, then its form. */
export function SavedSettings<Settings>(props: SavedSettingsProps<Settings>) {
  const { t } = useTranslation();
  const { saved, height, children, ...card } = props;
  const { data, isPending, isLoadingError, refetch } = saved;
  return (
    <Card {...card}>
      {isPending && <Skeleton height={height} />}
      {isLoadingError && (
        <ErrorState message={t('Failed to load settings')} onRetry={() => void refetch()} />
      )}
      {data !== undefined && children(data)}
    </Card>
  );
}
