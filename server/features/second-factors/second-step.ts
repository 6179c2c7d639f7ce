import { createHash } from 'node:crypto';
import { userId as anyUserId, type UserId } from '#contract/shared/base.ts';
import type { Deps } from '#server/deps/deps.ts';
import { createChallenge, readChallenge } from './challenges.ts';

/** What opened the login instead of the password: a sign-in link of an API key, or the provider. */
type Opener = { by: 'link'; apiKeyId: string } | { by: 'provider' };

/** Returns the challenge of a login's second step, after the first one was right. */
export async function createSecondStep(
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    userId,
    passwordHash,
    opener,
  }: { userId: UserId; passwordHash: string; opener?: Opener | undefined },
): Promise<string> {
  const subject = JSON.stringify([userId, digestPassword(passwordHash), opener ?? null]);
  return createChallenge(deps, { purpose: 'secondStep', subject });
}

/** Returns whose second step it is; undefined if the challenge is not valid or has expired. */
export async function readSecondStep(
  deps: Pick<Deps, 'db' | 'clock'>,
  challenge: string,
): Promise<{ userId: UserId; passwordDigest: string; opener: Opener | undefined } | undefined> {
  const subject = await readChallenge(deps, { purpose: 'secondStep', challenge });
  if (subject === undefined) return undefined;
  const [userId, passwordDigest, opener] = JSON.parse(subject) as [string, string, Opener | null]; // Written by `createSecondStep`.
  return { userId: anyUserId.parse(userId), passwordDigest, opener: opener ?? undefined };
}

/** A login that was begun with an earlier password cannot be finished. */
export function digestPassword(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
