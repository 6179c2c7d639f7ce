import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { isRefusal } from '../../lib/session-over.ts';
import { toastError } from '../../lib/toasts.ts';
import { clearSessionHints, writeSessionHints } from './hints.ts';
import { useLeave } from './use-leave.ts';

/** Signs out: the server's session, this browser's memory of it, and to the login page. */
export function useSignOut() {
  const { t } = useTranslation();
  const session = useSession();
  const leave = useLeave();
  return useMutation(
    orpc.sessions.logout.mutationOptions({
      // Before the server ends the session, so that its end is not taken for a surprise.
      onMutate: clearSessionHints,
      onSuccess: () => leave(),
      onError: (error) => {
        // A refusal means that there is no session left to end; anything else leaves one behind.
        if (isRefusal(error)) return leave();
        writeSessionHints(session);
        toastError({ message: t('Logging out failed. Please check your connection.') });
      },
    }),
  );
}
