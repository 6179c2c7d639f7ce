/** Kinds of second factors that an account can have. */
export const FACTOR_KINDS = ['authenticator', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** Ways to present a second factor, in the order in which they are offered. */
export const FACTOR_PROOFS = ['totp', 'passkey', 'recoveryCode'] as const;

/** How long the second step of a login, and the request of a passkey, can take. */
export const CHALLENGE_SECONDS = 300;
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_LENGTH = 60;
export const TOTP_DIGITS = 6;
export const RECOVERY_CODE_COUNT = 10;

/** Returns the digits of a typed code: apps show them in groups. Undefined if it is no code. */
export function parseTotpCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** Letters and digits of recovery codes: Crockford's base 32, which has no I, L, O and U. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 120 random bits. */
export const RECOVERY_CODE_LENGTH = 24;
/** Codes that were made before have 16 letters. */
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{16}(?:[${RECOVERY_ALPHABET}]{8})?$`);

/** Returns the letters of a typed recovery code, with confused letters corrected. Undefined if it is no code. */
export function parseRecoveryCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return RECOVERY_CODE.test(letters) ? letters : undefined;
}

/** Returns a recovery code as it is shown: `ABCD-EFGH-JKMN-PQRS-TVWX-YZ01`. */
export function formatRecoveryCode(letters: string): string {
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
