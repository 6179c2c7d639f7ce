import { Box, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { productName } from '../../lib/product.ts';
import { hasSessionHint } from '../../lib/session.ts';
import { useHint } from '../../lib/use-hint.ts';
import { ProductMark } from '../../ui/ProductMark.tsx';
import { EndedSession } from './EndedSession.tsx';
import { LanguageOffer } from './LanguageOffer.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { LoginArt } from './LoginArt.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginPage.module.css';
import { sessionQuery } from './queries.ts';
import { homeFor, safeRedirect } from './redirects.ts';

/** Login page. `redirect` is the path to open after the login. */
export function LoginPage({ redirect }: { redirect?: string }) {
  const { t } = useTranslation();
  const product = productName();
  useDocumentTitle(t('Login'));
  // Requested only if a tab of this browser has signed in; otherwise the server would refuse it.
  const mayBeSignedIn = useHint('isLoggedIn') === 'true';
  const { data: earlierSession } = useQuery({ ...sessionQuery('user'), enabled: mayBeSignedIn });
  // Kept in state: the query cache may have been cleared after the previous user.
  const [newSession, setNewSession] = useState<SessionView>();
  const session = newSession ?? earlierSession;
  // During a sign-out, the session is still cached, but the hints are removed.
  if (session && hasSessionHint()) {
    return <Navigate to={safeRedirect(redirect) ?? homeFor(session.user.role)} replace />;
  }
  return (
    <div className={classes.page}>
      <LoginArt />
      <main className={classes.main}>
        <Box className={classes.language}>
          <LanguageSelect />
        </Box>
        <LanguageOffer />
        <div className={classes.card}>
          <ProductMark size={44} />
          <Title order={1} className={classes.title}>
            {t('Login to {{product}}', { product })}
          </Title>
          <EndedSession />
          <LoginForm onSignedIn={setNewSession} />
        </div>
      </main>
    </div>
  );
}
