import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from './MessageScreen.tsx';

/** Replaces the application during an outage. The parent retries. */
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
