import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isOutage } from '../../lib/outages.ts';
import { paths } from '../../lib/paths.ts';
import { isConnectionLost } from '../../lib/query-client.ts';
import { hasSessionHint } from '../../lib/session.ts';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { OfflineScreen } from '../../ui/OfflineScreen.tsx';
import { OutageScreen } from '../../ui/OutageScreen.tsx';
import { sessionQuery } from './queries.ts';
import { homeFor } from './redirects.ts';

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
