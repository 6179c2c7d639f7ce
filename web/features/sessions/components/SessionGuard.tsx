import { Button } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, requestIdOf, useErrorText } from '#web/lib/api/errors.ts';
import { isOutage } from '#web/lib/api/outages.ts';
import { isConnectionLost } from '#web/lib/api/query-client.ts';
import { paths } from '#web/lib/page/paths.ts';
import { forgetDraftsOfOthers, useAreDraftsRead } from '#web/lib/session/saved-drafts.ts';
import { SessionContext } from '#web/lib/session/session.ts';
import { isSessionOver } from '#web/lib/session/session-over.ts';
import { LastBalance } from '#web/ui/LastSeen.tsx';
import { OfflineScreen } from '#web/ui/page/OfflineScreen.tsx';
import { LoadingScreen } from '#web/ui/state/LoadingScreen.tsx';
import { MessageScreen } from '#web/ui/state/MessageScreen.tsx';
import { OutageScreen } from '#web/ui/state/OutageScreen.tsx';
import { useLeave } from '../hooks/use-leave.ts';
import { writeSessionHints } from '../model/hints.ts';
import { mayEnter, safeRedirect } from '../model/redirects.ts';
import { sessionQuery } from '../queries.ts';

type SessionGuardProps = { area: 'user' | 'admin'; children: ReactNode };

/** Renders its children only for signed-in users; the admin area only for administrators. */
export function SessionGuard({ area, children }: SessionGuardProps) {
  const { t } = useTranslation();
  const reasonOf = useReason();
  const { data, error, failureReason, isPaused, refetch } = useQuery(sessionQuery(area));
  // A deferred value renders the area in slices, so that slow phones stay responsive.
  const session = useDeferredValue(data);
  const areDraftsRead = useAreDraftsRead();
  useEffect(() => {
    if (!session) return;
    writeSessionHints(session);
    forgetDraftsOfOthers(session.user.id);
  }, [session]);

  if (session && !mayEnter(area, session.user.role))
    return <Navigate to={paths.user.dashboard} replace />;
  if (session && areDraftsRead) return <SessionContext value={session}>{children}</SessionContext>;
  if (isSessionOver(error)) return <ToLogin />;
  if (isPaused || isConnectionLost(error)) return <OfflineScreen />;
  if (isOutage(failureReason)) return <OutageScreen onRetry={() => void refetch()} />;
  if (error) return <AuthErrorScreen reason={reasonOf(error)} requestId={requestIdOf(error)} />;
  return (
    <LoadingScreen text={t('Validating authentication...')}>
      {area === 'user' && <LastBalance />}
    </LoadingScreen>
  );
}

/** Returns a function that explains why a session is invalid, with the specification's texts. */
function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    // The response is from another server, such as a captive portal.
    if (!(error instanceof ORPCError)) return t('Authentication error occurred');
    const isServerFault = error.status >= 500 || errorCode(error) === 'INTERNAL';
    if (isServerFault) return t('Validation error occurred');
    return errorText(error, t('Session validation failed'));
  };
}

/** Redirects to the login page once, with the requested path. */
function ToLogin() {
  const { t } = useTranslation();
  const router = useRouter();
  const [returnTo] = useState(() => safeRedirect(router.latestLocation.href));
  useEffect(() => {
    void router.navigate({ to: paths.login, search: { redirect: returnTo }, replace: true });
  }, [router, returnTo]);
  return <LoadingScreen text={t('Loading...')} />;
}

type AuthErrorScreenProps = { reason: string; requestId?: string | undefined };

/** Shows why the session could not be validated, with a link to the login page. */
function AuthErrorScreen({ reason, requestId }: AuthErrorScreenProps) {
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
