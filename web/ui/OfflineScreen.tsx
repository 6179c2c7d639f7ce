import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from './MessageScreen.tsx';

const TRY_MS = 5000;

/** Stands in for the application while the server can't be reached, and loads it again once it can. */
export function OfflineScreen() {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setInterval(() => void reloadIfReachable(), TRY_MS);
    const tryNow = () => void reloadIfReachable();
    window.addEventListener('online', tryNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, []);
  return (
    <MessageScreen
      state="offline"
      title={t('You are offline')}
      text={t('This page will reload automatically when you are back online.')}
      action={<Button onClick={() => window.location.reload()}>{t('Try again')}</Button>}
    />
  );
}

/** Nothing has been typed yet, and what failed to load would stay failed: a fresh start is the way back. */
async function reloadIfReachable(): Promise<void> {
  if (!navigator.onLine) return;
  // No answer means not reachable yet, which the screen says already.
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) window.location.reload();
}
