import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { appError } from '../../base/errors.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. Argon2id is the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One hash at a time: each takes a whole core and one of libuv's four threads. */
const turns = pLimit(1);
/** While others wait, a pause of this multiple of the hash's duration limits hashing to a third of one core. */
const PAUSE = 2;
const MAX_WAITING = 100;

/** Dummy hash. Verifying against it keeps login time equal for unknown usernames. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$YMF0bT72AbXcdA3K+8c/Qg$hfaFlk+9RykuJaNzUSrrBwrd1gS0LjzkhPhOyJiAvcA';

/** Passwords are neither trimmed nor normalised. Throws RATE_LIMITED if too many hashes wait. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Returns a checksum for the audit log. It does not help to guess the password: the hash is salted and slow. */
export function digestPasswordHash(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex');
}

/** Takes equally long if there is no hash. Throws RATE_LIMITED if too many verifications wait. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? DUMMY_HASH, password));
  return matches && passwordHash !== undefined;
}

export function acceptsPasswords(): boolean {
  return turns.pendingCount < MAX_WAITING;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!acceptsPasswords()) throw appError('RATE_LIMITED');
  return new Promise((resolve, reject) => {
    void turns(async () => {
      const startedAt = performance.now();
      await work().then(resolve, reject);
      if (turns.pendingCount > 0) await sleep(PAUSE * (performance.now() - startedAt));
    });
  });
}

/** libuv has four threads; more hashes than cores gain nothing. */
const AT_ONCE = Math.min(4, availableParallelism());

export async function hashPasswords(passwords: string[]): Promise<string[]> {
  return pLimit(AT_ONCE).map(passwords, (password) => hash(password, cost));
}
