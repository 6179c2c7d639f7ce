import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isCodeLost, requestIdOf } from '../../lib/errors.ts';
import { MessageScreen } from '../../ui/MessageScreen.tsx';
import { OfflineScreen } from '../../ui/OfflineScreen.tsx';

/** What stands on screen after an uncaught error. Reloading also picks up a newer version. */
export function AppErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // A screen's code that was never fetched can't be shown without a connection.
  if (!navigator.onLine) return <OfflineScreen />;
  const isLost = isCodeLost(error);
  return (
    <MessageScreen
      state={isLost ? 'incomplete' : 'failed'}
      title={t('Something went wrong')}
      text={
        isLost
          ? t('The page could not be loaded. Check your connection and try again.')
          : t('An unexpected error stopped this page.')
      }
      action={<Button onClick={() => window.location.reload()}>{t('Try again')}</Button>}
      requestId={requestIdOf(error)}
    />
  );
}
