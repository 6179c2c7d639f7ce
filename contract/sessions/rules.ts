import { FACTOR_PROOFS } from '../second-factors/rules.ts';

/** How a person can confirm their identity during a session: with the password only if the account has no second factor. */
export const PROOF_KINDS = ['password', ...FACTOR_PROOFS] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** The longest lifetime of a session that a setting allows, which is the cookie's. */
export const MAX_SESSION_HOURS = 30 * 24;

/** Open sessions of an account. A further login ends the one that was not used for the longest time. */
export const MAX_SESSIONS = 50;

/** Records of failed logins that a person sees. */
export const MAX_FAILED_LOGINS = 20;

/** How long a confirmation lasts. */
export const CONFIRMED_MINUTES = 10;
