import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOutage } from '../lib/use-is-outage.ts';
import { StateAlert } from './StateAlert.tsx';

const listen = (listener: () => void) => onlineManager.subscribe(listener);

/** Says above a screen that what it shows may be out of date, and why. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(listen, () => onlineManager.isOnline());
  const isOutage = useIsOutage();
  return (
    <div role="status">
      {(!isOnline || isOutage) && (
        <StateAlert state={isOnline ? 'unavailable' : 'offline'} mb="md">
          {isOnline
            ? t('The service is unavailable for a moment. This page will continue automatically.')
            : t('You are offline. This page will update when you are back online.')}
        </StateAlert>
      )}
    </div>
  );
}
