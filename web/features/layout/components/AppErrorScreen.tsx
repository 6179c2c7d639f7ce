import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCodeLost, requestIdOf } from '#web/lib/api/errors.ts';
import { OfflineScreen } from '#web/ui/page/OfflineScreen.tsx';
import { MessageScreen } from '#web/ui/state/MessageScreen.tsx';
import { useReloadWhenReachable } from '#web/ui/state/use-reload-when-reachable.ts';

/**
 * Replaces a page after an uncaught error, inside the layout if there is one. Reloading also loads a newer version.
 */
export function AppErrorScreen({ error }: { error: unknown }) {
  // While offline, the cause is usually a page whose code was never loaded.
  const [isOffline] = useState(!navigator.onLine);
  return isOffline ? <OfflineScreen /> : <FailedPage error={error} />;
}

function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isLost = isCodeLost(error);
  useReloadWhenReachable(isLost ? 'unknown' : undefined);
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
