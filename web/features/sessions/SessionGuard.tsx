import { ORPCError } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, requestIdOf, useErrorText } from '../../lib/errors.ts';
import { forgetDraftsOfOthers, useAreDraftsRead } from '../../lib/kept-drafts.ts';
import { isOutage } from '../../lib/outages.ts';
import { isConnectionLost } from '../../lib/query-client.ts';
import { SessionContext } from '../../lib/session.ts';
import { isSessionOver } from '../../lib/session-over.ts';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { OfflineScreen } from '../../ui/OfflineScreen.tsx';
import { OutageScreen } from '../../ui/OutageScreen.tsx';
import { AuthErrorScreen } from './AuthErrorScreen.tsx';
import { writeSessionHints } from './hints.ts';
import { sessionQuery } from './queries.ts';
import { mayEnter, safeRedirect } from './redirects.ts';

type SessionGuardProps = { area: 'user' | 'admin'; children: ReactNode };

/** Lets only those in whom the server knows, and only administrators into their area. */
export function SessionGuard({ area, children }: SessionGuardProps) {
  const { t } = useTranslation();
  const reasonOf = useReason();
  const { data, error, failureReason, isPaused, refetch } = useQuery(sessionQuery(area));
  // The area behind is drawn in slices, between which a slow phone answers to its user.
  const session = useDeferredValue(data);
  const areDraftsRead = useAreDraftsRead();
  useEffect(() => {
    if (!session) return;
    writeSessionHints(session);
    forgetDraftsOfOthers(session.user.id);
  }, [session]);

  if (session && !mayEnter(area, session.user.role)) return <Navigate to="/user" replace />;
  if (session && areDraftsRead) return <SessionContext value={session}>{children}</SessionContext>;
  if (isSessionOver(error)) return <ToLogin />;
  if (isPaused || isConnectionLost(error)) return <OfflineScreen />;
  if (isOutage(failureReason)) return <OutageScreen onRetry={() => void refetch()} />;
  if (error) return <AuthErrorScreen reason={reasonOf(error)} requestId={requestIdOf(error)} />;
  return <LoadingScreen text={t('Validating authentication...')} />;
}

/** A function that says why a session could not be validated, in the words of the specification. */
function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    // Something answered, but not this server: a hotel's login page, say.
    if (!(error instanceof ORPCError)) return t('Authentication error occurred');
    const isServerFault = error.status >= 500 || errorCode(error) === 'INTERNAL';
    if (isServerFault) return t('Validation error occurred');
    return errorText(error, t('Session validation failed'));
  };
}

/** Leaves once, remembering the address that was asked for. */
function ToLogin() {
  const { t } = useTranslation();
  const router = useRouter();
  const [returnTo] = useState(() => safeRedirect(router.latestLocation.href));
  useEffect(() => {
    void router.navigate({ to: '/login', search: { redirect: returnTo }, replace: true });
  }, [router, returnTo]);
  return <LoadingScreen text={t('Loading...')} />;
}
