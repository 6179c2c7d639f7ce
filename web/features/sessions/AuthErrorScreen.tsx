import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from '../../ui/MessageScreen.tsx';
import { useLeave } from './use-leave.ts';

/** The session could not be validated: says why, and leads back to the login page. */
export function AuthErrorScreen({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const leave = useLeave();
  return (
    <MessageScreen
      icon={<IconLock size={32} stroke={1.5} />}
      color="red"
      title={t('Authentication Error')}
      text={reason}
      action={<Button onClick={() => void leave()}>{t('Return to Login')}</Button>}
    />
  );
}
