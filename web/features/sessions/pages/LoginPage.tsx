import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import { useProductName } from '#web/lib/page/brand.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { useHint } from '#web/lib/page/use-hint.ts';
import { supportsPasskeys } from '#web/lib/session/passkeys.ts';
import type { ProofMethod } from '#web/lib/session/proof-methods.ts';
import { hasSessionHint } from '#web/lib/session/session.ts';
import { EndedSession } from '../components/EndedSession.tsx';
import { EntryPage } from '../components/EntryPage.tsx';
import { LoginForm } from '../components/LoginForm.tsx';
import { PasskeyLogin } from '../components/PasskeyLogin.tsx';
import { SecondStepForm } from '../components/SecondStepForm.tsx';
import { homeFor, safeRedirect } from '../model/redirects.ts';
import { ProviderLogin } from '../provider-login/components/ProviderLogin.tsx';
import { sessionQuery } from '../queries.ts';

type LoginPageProps = { redirect?: string | undefined; help: ReactNode };

/** Login page. `redirect` is the path to open after the login. */
export function LoginPage({ redirect, help }: LoginPageProps) {
  const { t } = useTranslation();
  const product = useProductName();
  useDocumentTitle(t('Login'));
  // Requested only if a tab of this browser has signed in; otherwise the server would refuse it.
  const mayBeSignedIn = useHint('isLoggedIn') === 'true';
  const { data: earlierSession } = useQuery({ ...sessionQuery('user'), enabled: mayBeSignedIn });
  // Kept in state: the query cache may have been cleared after the previous user.
  const [newSession, setNewSession] = useState<SessionView>();
  const [methods, setMethods] = useState<ProofMethod[]>();
  const session = newSession ?? earlierSession;
  // During a sign-out, the session is still cached, but the hints are removed.
  if (session && hasSessionHint()) {
    return <Navigate to={safeRedirect(redirect) ?? homeFor(session.user.role)} replace />;
  }
  return (
    <EntryPage title={t('Login to {{product}}', { product })}>
      <EndedSession />
      {methods ? (
        <SecondStepForm
          methods={methods}
          onSignedIn={setNewSession}
          onBack={() => setMethods(undefined)}
        />
      ) : (
        <>
          <LoginForm onSignedIn={setNewSession} onSecondStep={setMethods} help={help} />
          {supportsPasskeys() && <PasskeyLogin onSignedIn={setNewSession} />}
          <ProviderLogin path={safeRedirect(redirect)} />
        </>
      )}
    </EntryPage>
  );
}
