import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from './MessageScreen.tsx';

/** Stands in for the application while the service is out of order; whoever shows it goes on trying. */
export function OutageScreen({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <MessageScreen
      state="unavailable"
      title={t('The service is unavailable')}
      text={t('Nothing was lost. This page will continue automatically when the service is back.')}
      action={<Button onClick={onRetry}>{t('Try again')}</Button>}
    />
  );
}
