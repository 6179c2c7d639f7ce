import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MessageScreen } from '#web/ui/state/MessageScreen.tsx';
import { useLeave } from '../hooks/use-leave.ts';

type AuthErrorScreenProps = { reason: string; requestId?: string | undefined };

/** Shows why the session could not be validated, with a link to the login page. */
export function AuthErrorScreen({ reason, requestId }: AuthErrorScreenProps) {
  const { t } = useTranslation();
  const leave = useLeave();
  return (
    <MessageScreen
      state="failed"
      title={t('Authentication Error')}
      text={reason}
      requestId={requestId}
      action={<Button onClick={() => void leave()}>{t('Return to Login')}</Button>}
    />
  );
}
