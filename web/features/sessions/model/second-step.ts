import { FACTOR_PROOFS } from '#contract/second-factors/rules.ts';

export type SecondStepMethod = (typeof FACTOR_PROOFS)[number];

/** Returns the ways to finish a login that a refusal names, in the order in which they are offered. */
export function readMethods(named: unknown, supportsPasskeys: boolean): SecondStepMethod[] {
  const names = String(named ?? '').split(' ');
  return FACTOR_PROOFS.filter((method) => names.includes(method)).filter(
    (method) => method !== 'passkey' || supportsPasskeys,
  );
}
