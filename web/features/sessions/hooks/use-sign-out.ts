import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { notePendingLogout } from '#web/lib/api/pending-logout.ts';
import { isRefusal } from '#web/lib/session/session-over.ts';
import { toastInfo } from '#web/ui/toasts.ts';
import { useEndDevice } from '../../push-subscriptions/hooks/use-end-device.ts';
import { clearHintsAtLogout } from '../model/hints.ts';
import { useLeave } from './use-leave.ts';

/** Signs out: ends the server's session, removes the hints, and opens the login page. */
export function useSignOut() {
  const { t } = useTranslation();
  const leave = useLeave();
  const endDevice = useEndDevice();
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
