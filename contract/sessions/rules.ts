/** How a person can confirm their identity during a session. */
export const PROOF_KINDS = ['password'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** How long a confirmation lasts. */
export const CONFIRMED_MINUTES = 10;
