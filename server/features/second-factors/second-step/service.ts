import { createHash } from 'node:crypto';
import { userId as anyUserId, type UserId } from '#contract/shared/base.ts';
import type { Deps } from '#server/deps.ts';
import { createChallenge, readChallenge } from '../challenges/service.ts';

/** Returns the challenge of a login's second step, after the password was right. */
export async function createSecondStep(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
): Promise<string> {
  const subject = JSON.stringify([userId, digestPassword(passwordHash)]);
  return createChallenge(deps, { purpose: 'secondStep', subject });
}

/** Returns whose second step it is; undefined if the challenge is not valid or has expired. */
export async function readSecondStep(
  deps: Pick<Deps, 'db' | 'clock'>,
  challenge: string,
): Promise<{ userId: UserId; passwordDigest: string } | undefined> {
  const subject = await readChallenge(deps, { purpose: 'secondStep', challenge });
  if (subject === undefined) return undefined;
  const [userId, passwordDigest] = JSON.parse(subject) as [string, string]; // Written by `createSecondStep`.
  return { userId: anyUserId.parse(userId), passwordDigest };
}

/** A login that was begun with an earlier password cannot be finished. */
export function digestPassword(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
