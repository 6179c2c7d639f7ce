import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const listen = (listener: () => void) => onlineManager.subscribe(listener);

/** Says above a screen that what it shows may be out of date. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(listen, () => onlineManager.isOnline());
  return (
    <div role="status">
      {!isOnline && (
        <Alert color="orange" icon={<IconCloudOff stroke={1.75} />} mb="md">
          {t('You are offline. What you see is brought up to date once there is a connection.')}
        </Alert>
      )}
    </div>
  );
}
