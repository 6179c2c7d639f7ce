import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api.ts';
import { toastError } from '../../lib/toasts.ts';
import { isRefusal } from './session-over.ts';
import { useLeave } from './use-leave.ts';

/** Signs out: the server's session first, then this browser's memory of it, then to the login page. */
export function useSignOut() {
  const { t } = useTranslation();
  const leave = useLeave();
  return useMutation(
    orpc.sessions.logout.mutationOptions({
      onSuccess: () => leave(),
      // A refusal means that there is no session left to end; anything else leaves one behind.
      onError: (error) =>
        isRefusal(error)
          ? leave()
          : toastError({ message: t('Logging out failed. Please check your connection.') }),
    }),
  );
}
