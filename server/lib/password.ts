import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { appError } from './errors.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. Argon2id is the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One at a time: a hash takes a whole core, and one of libuv's four threads. */
const turns = pLimit(1);
/** While others wait, a pause of so many times what the hash took: hashing gets a third of one core. */
const PAUSE = 2;
/** Whoever comes after so many is sent away at once. Sign-ins are limited before, to fewer. */
const MAX_WAITING = 100;

/** The hash of no one's password: verifying against it makes an unknown username cost what a known one does. */
const NO_ONES_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$YMF0bT72AbXcdA3K+8c/Qg$hfaFlk+9RykuJaNzUSrrBwrd1gS0LjzkhPhOyJiAvcA';

/**
 * Hashes a password, off the main thread. Passwords are taken as typed: no trimming and no Unicode
 * normalisation, so the same keys on the same keyboard always match.
 * Throws RATE_LIMITED when too many hashes wait.
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * True when `password` is the one that was hashed; false for any password when there is no hash,
 * after the same work. Throws RATE_LIMITED when too many verifications wait.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NO_ONES_HASH, password));
  return matches && passwordHash !== undefined;
}

/** False while so many hashes wait that another would be refused. */
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

/** As many as libuv has threads, and no more than there are cores. */
const AT_ONCE = Math.min(4, availableParallelism());

/** Hashes many passwords as fast as the machine can, in a process that serves nobody meanwhile. */
export async function hashPasswords(passwords: string[]): Promise<string[]> {
  return pLimit(AT_ONCE).map(passwords, (password) => hash(password, cost));
}
