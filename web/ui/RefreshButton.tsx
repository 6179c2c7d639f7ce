import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconRefresh } from './icons/IconRefresh.ts';
import { toastError } from './toasts.ts';

type RefreshButtonProps = {
  refresh: () => Promise<boolean>;
  failed: string;
};

/** Refetches a page's data. Spins after a click only, not during background refetches. */
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
      leftSection={<IconRefresh size={16} />}
      loading={isRefreshing}
      onClick={press}
    >
      {t('Refresh')}
    </Button>
  );
}
