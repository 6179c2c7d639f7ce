import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { paths } from '#web/lib/page/paths.ts';
import { forgetDrafts, keepDrafts } from '#web/lib/session/saved-drafts.ts';
import { hasSessionHint } from '#web/lib/session/session.ts';
import { endedSession, onFactorRequired, onSessionEnded } from '#web/lib/session/session-events.ts';
import { toastError } from '#web/ui/toasts.ts';
import { useLeave } from '../hooks/use-leave.ts';
import { readHintChange } from '../model/hints.ts';
import { safeRedirect } from '../model/redirects.ts';

/**
 * Redirects to the login page when the session ends in this tab, on the server, or in another tab. Reads the session again
 * when a second factor is required meanwhile.
 */
export function SessionWatcher() {
  const { t } = useTranslation();
  const router = useRouter();
  const leave = useLeave();

  useEffect(
    () =>
      onSessionEnded((reason) => {
        // Several calls can fail in parallel; without a signed-in user there is nothing to end.
        if (!hasSessionHint()) return;
        keepDrafts();
        endedSession.set(reason);
        toastError({ message: t(reason) });
        void leave(safeRedirect(router.latestLocation.href));
      }),
    [t, leave, router],
  );

  useEffect(
    () =>
      onFactorRequired(
        () =>
          void queryClient.refetchQueries(
            { queryKey: orpc.sessions.current.key() },
            // Several calls can be refused in parallel.
            { cancelRefetch: false },
          ),
      ),
    [],
  );

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const change = readHintChange(event);
      if (change === 'loggedOut') forgetDrafts();
      if (change === 'signedOut') {
        keepDrafts();
        void leave(safeRedirect(router.latestLocation.href));
      }
      if (change === 'otherUser') window.location.assign(paths.home);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [leave, router]);

  return null;
}
