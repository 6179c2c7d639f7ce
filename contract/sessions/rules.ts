/** How a person can confirm their identity during a session. */
export const PROOF_KINDS = ['password'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** Open sessions of an account. A further login ends the one that was not used for the longest time. */
export const MAX_SESSIONS = 50;

/** How long a confirmation lasts. */
export const CONFIRMED_MINUTES = 10;
