import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { logWarning } from '#web/lib/page/log.ts';
import { toastInfo } from '#web/lib/page/toasts.ts';
import { notePendingLogout } from '#web/lib/session/pending-logout.ts';
import { isRefusal } from '#web/lib/session/session-over.ts';
import { readHint } from '#web/lib/session/storage.ts';
import { DEVICE_HINT } from '../../push-subscriptions/model/device-hint.ts';
import { clearHintsAtLogout } from '../model/hints.ts';
import { useLeave } from './use-leave.ts';

/** Signs out: ends the server's session, removes the hints, and opens the login page. */
export function useSignOut() {
  const { t } = useTranslation();
  const leave = useLeave();
  return useMutation(
    orpc.sessions.logout.mutationOptions({
      // Runs before the server ends the session, so that the event is not treated as an unexpected end.
      onMutate: () => {
        clearHintsAtLogout();
        void endDevice();
      },
      onSuccess: () => leave(),
      onError: async (error) => {
        // A refusal means the session is already over. After any other error it still exists.
        if (!isRefusal(error)) {
          notePendingLogout();
          toastInfo({
            title: t('Logged out on this device'),
            message: t(
              'The server could not be reached. You will be logged out there when you are back online.',
            ),
          });
        }
        await leave();
      },
    }),
  );
}

/** Also without a connection, so that the device shows nothing after the logout. */
async function endDevice(): Promise<void> {
  if (readHint(DEVICE_HINT) === null) return;
  try {
    const { endInBrowser } = await import('../../push-subscriptions/model/device.ts');
    await endInBrowser();
  } catch (error) {
    logWarning('Notifications on this device could not be ended', error);
  }
}
