import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { hasSessionHint } from './hints.ts';
import { sessionQuery } from './queries.ts';
import { homeFor } from './redirects.ts';

/** The entry of the site: leads each to their place. */
export function HomeRedirect() {
  const { t } = useTranslation();
  const mayBeSignedIn = hasSessionHint();
  const { data: session, error } = useQuery({ ...sessionQuery('user'), enabled: mayBeSignedIn });
  if (session) return <Navigate to={homeFor(session.user.role)} replace />;
  if (!mayBeSignedIn || error) return <Navigate to="/login" replace />;
  return <LoadingScreen text={t('Loading...')} />;
}
