import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../lib/api/use-is-online.ts';
import { useIsOutage } from '../../lib/api/use-is-outage.ts';
import { StateAlert } from './StateAlert.tsx';

export function ConnectionNotice() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
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
