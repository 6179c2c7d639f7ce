import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from '../lib/toasts.ts';

type RefreshButtonProps = {
  /** Answers whether everything could be had. */
  refresh: () => Promise<boolean>;
  /** Said when it could not. */
  failed: string;
};

/** Fetches again what a screen shows. It turns for who pressed it, not while the screen refetches by itself. */
export function RefreshButton({ refresh, failed }: RefreshButtonProps) {
  const { t } = useTranslation();
  const [isRefreshing, setIsRefreshing] = useState(false);
  const press = async () => {
    setIsRefreshing(true);
    const isComplete = await refresh();
    setIsRefreshing(false);
    if (!isComplete) toastError({ message: failed });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={isRefreshing}
      onClick={press}
    >
      {t('Refresh')}
    </Button>
  );
}
