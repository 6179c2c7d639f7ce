import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isConnectionLost } from '../../lib/query-client.ts';
import { hasSessionHint } from '../../lib/session.ts';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { OfflineScreen } from '../../ui/OfflineScreen.tsx';
import { sessionQuery } from './queries.ts';
import { homeFor } from './redirects.ts';

/** The entry of the site: leads each to their place. */
export function HomeRedirect() {
  const { t } = useTranslation();
  const mayBeSignedIn = hasSessionHint();
  const { data, error, isPaused } = useQuery({
    ...sessionQuery('user'),
    enabled: mayBeSignedIn,
  });
  if (data) return <Navigate to={homeFor(data.user.role)} replace />;
  if (isPaused || isConnectionLost(error)) return <OfflineScreen />;
  if (!mayBeSignedIn || error) return <Navigate to="/login" replace />;
  return <LoadingScreen text={t('Loading...')} />;
}
