import { Secret, TOTP } from 'otpauth';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import type { SignedIn } from './harness.ts';

const STEP_MS = 30_000;

/** Returns the code that an authenticator app shows, `steps` steps after a time. */
export function totpCodeOf(secret: string, now: Date, steps = 0): string {
  const timestamp = now.getTime() + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export function totpProofOf(secret: string, now: Date, steps = 0): FactorProof {
  return { kind: 'totp', code: totpCodeOf(secret, now, steps) };
}

/** Adds an authenticator app. The code of this step is used then. */
export async function addAuthenticator(
  { api }: Pick<SignedIn, 'api'>,
  now: Date,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await api.secondFactors.beginAuthenticator();
  const code = totpCodeOf(secret, now);
  const { recoveryCodes } = await api.secondFactors.confirmAuthenticator({ code });
  return { secret, recoveryCodes };
}
