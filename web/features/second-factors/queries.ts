import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PasskeyAnswer, RequestOptions } from '#contract/second-factors/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';

export function useOwnFactors() {
  return useQuery(orpc.secondFactors.get.queryOptions());
}

const refreshFactors = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.secondFactors.key() });

/** Shows why a change failed. */
function useFailureToast(): (error: Error) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) =>
    toastError({
      message: errorText(error, t('Failed to process your request. Please try again.')),
    });
}

/** Creates the secret of an authenticator app, which cannot be fetched again. */
export function useBeginAuthenticator(onBegun: (setup: { secret: string; uri: string }) => void) {
  const onError = useFailureToast();
  return useMutation(
    orpc.secondFactors.beginAuthenticator.mutationOptions({
      // Removes the secret from memory when the dialog closes.
      gcTime: 0,
      onSuccess: onBegun,
      onError,
    }),
  );
}

export function useConfirmAuthenticator(onAdded: (made: { recoveryCodes: string[] }) => void) {
  const { t } = useTranslation();
  return useMutation(
    orpc.secondFactors.confirmAuthenticator.mutationOptions({
      gcTime: 0,
      onSuccess: (made) => {
        onAdded(made);
        toastSuccess({ message: t('Authenticator app added') });
      },
      onSettled: refreshFactors,
    }),
  );
}

export function useRemoveAuthenticator() {
  const { t } = useTranslation();
  const onError = useFailureToast();
  return useMutation(
    orpc.secondFactors.removeAuthenticator.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Authenticator app removed') }),
      onError,
      onSettled: refreshFactors,
    }),
  );
}

export function useReplaceRecoveryCodes(onMade: (made: { recoveryCodes: string[] }) => void) {
  const onError = useFailureToast();
  return useMutation(
    orpc.secondFactors.replaceRecoveryCodes.mutationOptions({
      gcTime: 0,
      onSuccess: onMade,
      onError,
      onSettled: refreshFactors,
    }),
  );
}

/** Passkeys are bound to a host name, so that they cannot be used at an IP address. */
export function supportsPasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(window.location.hostname);
}

/** Whether the browser offers passkeys in the list of the username field. */
export async function supportsAutofill(): Promise<boolean> {
  return supportsPasskeys() && browserSupportsWebAuthnAutofill();
}

/** Lets the browser sign a challenge with a passkey. Throws if the person cancels. */
export async function requestPasskey(
  optionsJSON: RequestOptions,
  useBrowserAutofill = false,
): Promise<PasskeyAnswer> {
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'], // Optional fields are left out.
    useBrowserAutofill,
    verifyBrowserAutofillInput: false,
  });
  return { id, rawId, type, response } as PasskeyAnswer; // `type` is always 'public-key'.
}

/** Ends a request that waits for the person, such as the browser's list of passkeys. */
export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Creates a passkey in the browser and adds it. */
export function useAddPasskey(onAdded: (made: { recoveryCodes: string[] }) => void) {
  const { t } = useTranslation();
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ name }: { name: string }) => {
      const options = await api.secondFactors.beginPasskey();
      const created = await startRegistration({
        optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'], // Optional fields are left out.
      });
      const { id, rawId, response } = created;
      const { clientDataJSON, attestationObject, transports } = response;
      return api.secondFactors.addPasskey({
        name,
        creation: {
          ...{ id, rawId, type: 'public-key' },
          response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
        },
      });
    },
    onSuccess: (made) => {
      onAdded(made);
      toastSuccess({ message: t('Passkey added') });
    },
    onSettled: refreshFactors,
  });
}

export function useRenamePasskey(onRenamed: () => void) {
  return useMutation(
    orpc.secondFactors.renamePasskey.mutationOptions({
      onSuccess: onRenamed,
      onSettled: refreshFactors,
    }),
  );
}

export function useRemovePasskey() {
  const { t } = useTranslation();
  const onError = useFailureToast();
  return useMutation(
    orpc.secondFactors.removePasskey.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Passkey removed') }),
      onError,
      onSettled: refreshFactors,
    }),
  );
}
