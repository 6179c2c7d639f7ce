import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import {
  cancelPasskeyRequest,
  requestPasskey,
  supportsAutofill,
} from '#web/lib/session/passkeys.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.ts';
import { rememberSession } from '../queries.ts';

/** The challenge of the browser's list is replaced before it expires. */
const RENEW_MS = 4 * 60_000;

/**
 * Signs in with a passkey alone: by the button, or by choosing a passkey in the list that the browser shows for the
 * username field.
 */
export function usePasskeyLogin(onSignedIn: (session: SessionView) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isByButton = useRef(false);
  const offered = useRef<Promise<unknown>>(undefined);
  const login = useMutation({
    mutationFn: async ({ isAutofill }: { isAutofill: boolean }) => {
      // The last challenge is valid, and a later request of the list would cancel that of the button.
      if (!isAutofill) await offered.current;
      const begun = api.sessions.beginPasskeyLogin();
      if (isAutofill) offered.current = begun.catch(() => undefined);
      const options = await begun;
      if (isAutofill && isByButton.current) throw new Error('The button was used instead.');
      return api.sessions.loginWithPasskey(await requestPasskey(options, isAutofill));
    },
    onSuccess: (session) => {
      rememberSession(session);
      onSignedIn(session);
      toastSuccess({ message: t('Logged in successfully') });
    },
    onError: (error, { isAutofill }) => {
      // Without a chosen passkey there is nothing to report.
      if (isAutofill && errorCode(error) !== 'PASSKEY_REFUSED') return;
      toastError({ message: errorText(error, t('The passkey was not used. Please try again.')) });
    },
  });
  const { mutate } = login;
  const start = () => {
    isByButton.current = true;
    const onSettled = () => {
      isByButton.current = false;
    };
    mutate({ isAutofill: false }, { onSettled });
  };
  const isLeft = useRef(false);
  const offer = useEffectEvent(() => {
    if (!isByButton.current) mutate({ isAutofill: true });
  });
  useEffect(() => {
    let timer: number | undefined;
    void supportsAutofill().then((isSupported) => {
      if (!isSupported || isLeft.current) return;
      offer();
      timer = window.setInterval(offer, RENEW_MS);
    });
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      window.clearInterval(timer);
      cancelPasskeyRequest();
    };
  }, []);
  const isPending = login.isPending && login.variables?.isAutofill === false;
  return { isPending, start };
}
