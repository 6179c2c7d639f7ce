import { Anchor, Stack, Text } from '@mantine/core';
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
import { toastSuccess } from '#web/ui/toasts.ts';
import { EntryPage } from '../components/EntryPage.tsx';
import { SecondStepForm } from '../components/SecondStepForm.tsx';
import { useConfirmWithProvider, useLinkIdentity, useProviderLogin } from './queries.ts';

/**
 * The page to which the sign-in provider returns people. It removes the response from the address, and sends it with a request of
 * its own, so that links of other sites do nothing.
 */
export function ProviderResponsePage() {
  const { t } = useTranslation();
  useDocumentTitle(t('Login'));
  const [response] = useState(() => window.location.search);
  useEffect(removeResponse, []);
  const parts = { signIn: SigningIn, link: Linking, confirm: Confirming };
  const Part = parts[readPurpose(response)];
  return <Part response={response} />;
}

function SigningIn({ response }: { response: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { login, target, finish } = useProviderLogin();
  useOnce(() => login.mutate({ response }));
  if (target) return <Navigate to={target} replace />;
  if (errorCode(login.error) === 'SECOND_FACTOR_REQUIRED') {
    return (
      <Entry>
        <SecondStepForm
          methods={readMethods(errorParam(login.error, 'methods'), supportsPasskeys())}
          onSignedIn={(session) => finish({ session, path: errorParam(login.error, 'path') })}
          onBack={() => void navigate({ to: paths.login, replace: true })}
        />
      </Entry>
    );
  }
  if (!login.error) return <LoadingScreen text={t('Logging in...')} />;
  return <Failure error={login.error} back={{ to: paths.login, label: t('Return to Login') }} />;
}

function Linking({ response }: { response: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const link = useLinkIdentity(() => {
    toastSuccess({ message: t('Your sign-in account is linked') });
    void navigate({ to: paths.user.security, replace: true });
  });
  useOnce(() => link.mutate({ response }));
  const back = { to: paths.user.security, label: t('Back to Security') };
  return link.error ? (
    <Failure error={link.error} back={back} />
  ) : (
    <LoadingScreen text={t('Loading...')} />
  );
}

function Confirming({ response }: { response: string }) {
  const { t } = useTranslation();
  const confirm = useConfirmWithProvider();
  useOnce(() => confirm.mutate({ kind: 'provider', response }));
  const back = { to: paths.home, label: t('Return to Home') };
  if (confirm.error) return <Failure error={confirm.error} back={back} />;
  if (!confirm.isSuccess) return <LoadingScreen text={t('Confirming...')} />;
  return (
    <Entry>
      <Text>
        {t('You have confirmed that it is you. Close this tab to go on in the other one.')}
      </Text>
    </Entry>
  );
}

/** Calls a function once, also in development, where effects run twice. */
function useOnce(start: () => void): void {
  const isStarted = useRef(false);
  const startNow = useEffectEvent(start);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    startNow();
  }, []);
}

function Entry({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const product = useProductName();
  return <EntryPage title={t('Login to {{product}}', { product })}>{children}</EntryPage>;
}

function Failure({ error, back }: { error: unknown; back: { to: string; label: string } }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Entry>
      <Stack gap="md">
        <StateAlert state="failed" role="alert">
          {errorText(error, t('Authentication error occurred'))}
        </StateAlert>
        <Anchor data-reached component={Link} to={back.to} size="sm">
          {back.label}
        </Anchor>
      </Stack>
    </Entry>
  );
}

function removeResponse(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

/** The purpose of a provider's response. The state that the server sent to the provider begins with it. */
type ResponsePurpose = 'signIn' | 'link' | 'confirm';

function readPurpose(response: string): ResponsePurpose {
  const state = new URLSearchParams(response).get('state') ?? '';
  if (state.startsWith('link.')) return 'link';
  return state.startsWith('confirm.') ? 'confirm' : 'signIn';
}
