import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorParam, useErrorText } from '#web/lib/api/errors.ts';
import { useProductName } from '#web/lib/page/brand.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { paths } from '#web/lib/page/paths.ts';
import { supportsPasskeys } from '#web/lib/session/passkeys.ts';
import { readMethods } from '#web/lib/session/proof-methods.ts';
import { LoadingScreen } from '#web/ui/state/LoadingScreen.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { EntryPage } from '../components/EntryPage.tsx';
import { SecondStepForm } from '../components/SecondStepForm.tsx';
import { readSignedIn } from '../model/hints.ts';
import { useOpenLink } from './queries.ts';

/**
 * Signs in with the token in the link's fragment, which it removes from the address. Opening the address alone does nothing
 * on the server, so that previews of links do not use them up.
 */
export function SignInLinkPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('Login'));
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(removeToken, []);
  const [other] = useState(() => findOther(token));
  const { open, target, finish } = useOpenLink();
  const start = () => open.mutate({ token, replaces: other !== undefined });
  useOnce(start, token !== '' && !other);

  if (target) return <Navigate to={target} replace />;
  if (errorCode(open.error) === 'SECOND_FACTOR_REQUIRED') {
    return (
      <Entry>
        <SecondStepForm
          methods={readMethods(errorParam(open.error, 'methods'), supportsPasskeys())}
          onSignedIn={(session) => finish({ session, path: errorParam(open.error, 'path') })}
          onBack={() => void navigate({ to: paths.login, replace: true })}
        />
      </Entry>
    );
  }
  if (open.error || token === '') return <Failure error={open.error} onRetry={start} />;
  if (other !== undefined && open.isIdle) return <Switch username={other} onSwitch={start} />;
  return <LoadingScreen text={t('Logging in...')} />;
}

/** Calls a function once, also in development, where effects run twice. */
function useOnce(start: () => void, isWanted: boolean): void {
  const isStarted = useRef(false);
  const startNow = useEffectEvent(start);
  useEffect(() => {
    if (!isWanted || isStarted.current) return;
    isStarted.current = true;
    startNow();
  }, [isWanted]);
}

function Entry({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const product = useProductName();
  return <EntryPage title={t('Login to {{product}}', { product })}>{children}</EntryPage>;
}

/** A link from a stranger must not silently replace the session of the person at this browser. */
function Switch({ username, onSwitch }: { username: string; onSwitch: () => void }) {
  const { t } = useTranslation();
  return (
    <Entry>
      <Stack gap="md">
        <Text>
          {t('You are logged in as {{username}}. This link opens another account.', { username })}
        </Text>
        <Group grow>
          <Button variant="default" component={Link} to={paths.home} replace>
            {t('Cancel')}
          </Button>
          <Button onClick={onSwitch}>{t('Continue')}</Button>
        </Group>
      </Stack>
    </Entry>
  );
}

/** Why the link did not work. Other errors than those of the link may be over at the next attempt. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const expired = t('This link has expired. Go back to the app and open the wallet again.');
  const code = errorCode(error);
  const isFinal = !error || code === 'SIGN_IN_LINK_INVALID' || code === 'SIGN_IN_LINK_USED';
  return (
    <Entry>
      <Stack gap="md">
        <StateAlert state="failed" role="alert">
          {error ? errorText(error, t('Authentication error occurred')) : expired}
        </StateAlert>
        {!isFinal && <Button onClick={onRetry}>{t('Retry')}</Button>}
        <Anchor data-reached component={Link} to={paths.login} size="sm">
          {t('Return to Login')}
        </Anchor>
      </Stack>
    </Entry>
  );
}

function removeToken(): void {
  if (window.location.hash === '') return;
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

/** Returns the username of the person who is signed in, unless the link is theirs. The token begins with the user's id. */
function findOther(token: string): string | undefined {
  const person = readSignedIn();
  return person?.id === token.split('.')[0] ? undefined : person?.username;
}
