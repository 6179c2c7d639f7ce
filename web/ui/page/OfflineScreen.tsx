import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LastSeen } from '../LastSeen.tsx';
import { MessageScreen } from '../state/MessageScreen.tsx';
import { useReloadWhenReachable } from '../state/use-reload-when-reachable.ts';

/** Reloads when the server is reachable. */
export function OfflineScreen() {
  const { t } = useTranslation();
  useReloadWhenReachable('lost');
  return (
    <MessageScreen
      state="offline"
      title={t('You are offline')}
      text={t('This page will reload automatically when you are back online.')}
      action={<Button onClick={() => window.location.reload()}>{t('Try again')}</Button>}
    >
      <LastSeen />
    </MessageScreen>
  );
}
