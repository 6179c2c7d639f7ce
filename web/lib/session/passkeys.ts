import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { PasskeyAnswer, RequestOptions } from '#contract/second-factors/schema.ts';

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
