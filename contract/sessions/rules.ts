import { FACTOR_PROOFS } from '../second-factors/rules.ts';

/**
 * How a person can confirm their identity during a session: with the password, or at the provider of a linked account, only if
 * the account has no second factor.
 */
export const PROOF_KINDS = ['password', 'provider', ...FACTOR_PROOFS] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** The longest lifetime of a session that a setting allows, which is the cookie's. */
export const MAX_SESSION_HOURS = 30 * 24;

/** How long a sign-in link is valid. */
export const SIGN_IN_LINK_SECONDS = 60;
/** Unused links of a user that are valid at the same time. A further link ends the oldest. */
export const MAX_SIGN_IN_LINKS = 5;
export const MAX_LOCAL_PATH_LENGTH = 500;

const ANY_ORIGIN = 'https://wallet.invalid';

/** Returns the URL of a path of this wallet; undefined for another site. Browsers treat `//host` and `/\host` as other sites. */
export function parseLocalPath(path: string): URL | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, ANY_ORIGIN)) return undefined;
  const url = new URL(path, ANY_ORIGIN);
  return url.origin === ANY_ORIGIN && !url.pathname.startsWith('//') ? url : undefined;
}

/** Open sessions of an account. A further login ends the one that was not used for the longest time. */
export const MAX_SESSIONS = 50;

/** Records of failed logins that a person sees. */
export const MAX_FAILED_LOGINS = 20;

/** How long a confirmation lasts. */
export const CONFIRMED_MINUTES = 10;
