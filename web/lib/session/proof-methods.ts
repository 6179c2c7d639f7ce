import { FACTOR_PROOFS } from '#contract/second-factors/rules.ts';

export type ProofMethod = (typeof FACTOR_PROOFS)[number];

/** Returns the ways to present a second factor that a refusal names, in the order in which they are offered. */
export function readMethods(named: unknown, supportsPasskeys: boolean): ProofMethod[] {
  const names = String(named ?? '').split(' ');
  return FACTOR_PROOFS.filter((method) => names.includes(method)).filter(
    (method) => method !== 'passkey' || supportsPasskeys,
  );
}
