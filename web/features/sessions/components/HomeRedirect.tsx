import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isOutage } from '#web/lib/api/outages.ts';
import { isConnectionLost } from '#web/lib/api/query-client.ts';
import { paths } from '#web/lib/page/paths.ts';
import { hasSessionHint } from '#web/lib/session/session.ts';
import { OfflineScreen } from '#web/ui/page/OfflineScreen.tsx';
import { LoadingScreen } from '#web/ui/state/LoadingScreen.tsx';
import { OutageScreen } from '#web/ui/state/OutageScreen.tsx';
import { homeFor } from '../model/redirects.ts';
import { sessionQuery } from '../queries.ts';

/** Redirects `/` to the start page of the user's role. */
export function HomeRedirect() {
  const { t } = useTranslation();
  const mayBeSignedIn = hasSessionHint();
  const { data, error, failureReason, isPaused, refetch } = useQuery({
    ...sessionQuery('user'),
    enabled: mayBeSignedIn,
  });
  if (data) return <Navigate to={homeFor(data.user.role)} replace />;
  if (isPaused || isConnectionLost(error)) return <OfflineScreen />;
  if (isOutage(failureReason)) return <OutageScreen onRetry={() => void refetch()} />;
  if (!mayBeSignedIn || error) return <Navigate to={paths.login} replace />;
  return <LoadingScreen text={t('Loading...')} />;
}
