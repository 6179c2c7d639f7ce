import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from '../../ui/MessageScreen.tsx';
import { OfflineScreen } from '../../ui/OfflineScreen.tsx';

/** What stands on screen after an uncaught error. Reloading also picks up a newer version. */
export function AppErrorScreen() {
  const { t } = useTranslation();
  // A screen's code that was never fetched can't be shown without a connection.
  if (!navigator.onLine) return <OfflineScreen />;
  return (
    <MessageScreen
      icon={<IconMoodSad size={34} stroke={1.5} />}
      color="red"
      title={t('Something went wrong')}
      action={<Button onClick={() => window.location.reload()}>{t('Try again')}</Button>}
    />
  );
}
