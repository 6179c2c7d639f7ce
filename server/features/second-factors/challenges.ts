import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CHALLENGE_SECONDS } from '#contract/second-factors/rules.ts';
import { isSameSecret } from '#server/base/same-secret.ts';
import type { Database, Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { signingKeys } from '#server/platform/auth/signing-keys.ts';
import { deleteExpired, insertUsed } from './challenges.queries.ts';

const LIFE_MS = CHALLENGE_SECONDS * 1000;
/** Used challenges are kept longer than they are valid, for servers whose clocks differ. */
const KEPT_MS = 60 * 60_000;
const MAX_LENGTH = 1000;

/**
 * `secondStep`: the password was right. `signIn`, `register` and `present`: a passkey signs the challenge to sign in
 * alone, to be added, and as a second factor.
 */
export type Purpose = 'secondStep' | 'signIn' | 'register' | 'present';

type Needs = { db: Database; clock: Deps['clock'] };

/**
 * Returns a signed challenge that is valid for five minutes. It is stored only when it is used, so that requests without
 * a session write nothing. `subject` says what it is bound to; its holder can read it.
 */
export async function createChallenge(
  { db, clock }: Needs,
  { purpose, subject }: { purpose: Purpose; subject: string },
): Promise<string> {
  const [newest] = await signingKeys(db);
  if (!newest) throw new Error('There is no key for challenges');
  const expiresMs = clock.now().getTime() + LIFE_MS;
  const payload = JSON.stringify([subject, expiresMs, randomBytes(16).toString('base64url')]);
  const encoded = Buffer.from(payload).toString('base64url');
  return Buffer.from(`${encoded}.${sign(newest, purpose, encoded)}`).toString('base64url');
}

/** Returns the subject of a challenge that was signed for this purpose and has not expired. */
export async function readChallenge(
  { db, clock }: Needs,
  { purpose, challenge }: { purpose: Purpose; challenge: string },
): Promise<string | undefined> {
  if (challenge.length > MAX_LENGTH) return undefined;
  const { encoded, signature } = split(challenge);
  const keys = await signingKeys(db);
  if (!keys.some((key) => isSameSecret(signature, sign(key, purpose, encoded)))) return undefined;
  const [subject, expiresMs] = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as [
    string,
    number,
  ]; // Written by `createChallenge`, whose signature was checked.
  const leftMs = expiresMs - clock.now().getTime();
  return leftMs > 0 && leftMs <= LIFE_MS + KEPT_MS ? subject : undefined;
}

/** Records that a challenge, which `readChallenge` accepted, was used. Returns false if it was used before. */
export async function spendChallenge(query: Query, challenge: string, now: Date): Promise<boolean> {
  // The signed part: several base64 texts decode to the same challenge.
  const hash = createHash('sha256').update(split(challenge).encoded).digest();
  return insertUsed(query, { hash, expiresAt: new Date(now.getTime() + LIFE_MS + KEPT_MS) });
}

export async function pruneChallenges({ db, clock }: Needs): Promise<void> {
  await deleteExpired(db.query, clock.now());
}

function split(challenge: string): { encoded: string; signature: string } {
  const [encoded = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
  return { encoded, signature };
}

/** Device cookies are signed with the same keys; they sign a list of two or four texts. */
function sign(key: Buffer, purpose: Purpose, encoded: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['challenge', purpose, encoded]))
    .digest('base64url');
}
