import { Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { endedSession } from '#web/lib/session/session-events.ts';
import { AskSupport } from '#web/ui/state/AskSupport.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';

/** Explains on the login page why the previous session ended. */
export function EndedSession() {
  const { t } = useTranslation();
  const reason = useSyncExternalStore(endedSession.listen, endedSession.get);
  if (reason === undefined) return null;
  const isInactive = reason === errorTable.ACCOUNT_INACTIVE.message;
  return (
    <StateAlert
      state={isInactive ? 'failed' : 'hint'}
      title={isInactive ? t('User account is inactive') : t('Your session has ended')}
      role="status"
      mb="lg"
    >
      <Text size="sm">
        {isInactive
          ? t(
              'Your money is safe. Your balance is kept on our server, and your passbook shows every request that has reached us.',
            )
          : t('Log in again to continue where you were. Your money is safe.')}
      </Text>
      {isInactive && <AskSupport />}
    </StateAlert>
  );
}
