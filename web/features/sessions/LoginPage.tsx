import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { useProductName } from '#web/lib/page/brand.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { useHint } from '#web/lib/page/use-hint.ts';
import { supportsPasskeys } from '#web/lib/session/passkeys.ts';
import type { ProofMethod } from '#web/lib/session/proof-methods.ts';
import { hasSessionHint } from '#web/lib/session/session.ts';
import { endedSession } from '#web/lib/session/session-events.ts';
import { IconFingerprint } from '#web/ui/icons/IconFingerprint.ts';
import { AskSupport } from '#web/ui/state/AskSupport.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { EntryPage } from './components/EntryPage.tsx';
import { LoginForm } from './components/LoginForm.tsx';
import { SecondStepForm } from './components/SecondStepForm.tsx';
import { usePasskeyLogin } from './hooks/use-passkey-login.ts';
import { homeFor, safeRedirect } from './model/redirects.ts';
import { ProviderLogin } from './provider-login/ProviderLogin.tsx';
import { sessionQuery } from './queries.ts';

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

/** Button below the login form for a login without a password. */
function PasskeyLogin({ onSignedIn }: { onSignedIn: (session: SessionView) => void }) {
  const { t } = useTranslation();
  const login = usePasskeyLogin(onSignedIn);
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      mt="lg"
      leftSection={<IconFingerprint size={18} />}
      loading={login.isPending}
      onClick={login.start}
    >
      {t('Sign in with a passkey')}
    </Button>
  );
}

/** Explains on the login page why the previous session ended. */
function EndedSession() {
  const { t } = useTranslation();
  const reason = useSyncExternalStore(endedSession.listen, endedSession.get);
  if (reason === undefined) return null;
  const isInactive = reason === errorTable.ACCOUNT_INACTIVE.message;
  return (
    <StateAlert
      state={isInactive ? 'failed' : 'hint'}
      title={isInactive ? t('User account is inactive') : t('Your session has ended')}
      role="status"
      mb="lg"
    >
      <Text size="sm">
        {isInactive
          ? t(
              'Your money is safe. Your balance is kept on our server, and your passbook shows every request that has reached us.',
            )
          : t('Log in again to continue where you were. Your money is safe.')}
      </Text>
      {isInactive && <AskSupport />}
    </StateAlert>
  );
}
