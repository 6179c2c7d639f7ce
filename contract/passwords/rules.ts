import type { PasswordWeakness } from '../users/rules.ts';

/**
 * Bounds of an estimate. It reads the first 32 characters and tries few substitutions such as `@` for `a`: the time
 * grows with both, and with these it is a few milliseconds for any input.
 */
export const ESTIMATE_LIMITS = { maxLength: 32, l33tMaxSubstitutions: 4 } as const;

/** The fields of zxcvbn's result that the rules read. */
export interface PasswordEstimate {
  guesses: number;
  /** 0 (easy) to 4. */
  score: number;
  sequence: { pattern: string; token: string; [detail: string]: unknown }[];
}

/** Estimates a password. `words` are known to an attacker of this account. */
export type Estimate = (password: string, words: string[]) => PasswordEstimate;

/** Name of the dictionary of common passwords in `@zxcvbn-ts/language-common`. */
export const COMMON_PASSWORDS = 'passwords-common';

/** In zxcvbn's model six random characters take this many guesses, so it refuses no random password. */
const FEWEST_GUESSES = 1_000_000;
/** A common password with this many digits or signs at its end is refused too: Welcome@123. */
const MAX_SUFFIX = 5;
const MAX_RANK_WITH_SUFFIX = 10_000;
const SUFFIX = /[^\p{L}\p{M}]+$/u;
const MARGINS = /^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu;

/** Words that are easy to guess for every account of this product. */
const PRODUCT_WORDS = ['wallet', 'rupee', 'rupees', 'india', 'bharat'];

/** Returns why a new password is too easy to guess; undefined if it is not. */
export function findWeakness(
  password: string,
  username: string,
  estimate: Estimate,
): PasswordWeakness | undefined {
  if (resemblesUsername(password, username)) return 'username';
  const whole = estimate(password, [username, ...PRODUCT_WORDS]);
  if (isOneWord(whole)) return 'common';
  if (whole.guesses < FEWEST_GUESSES) return reasonOf(whole, username);
  const base = password.replace(SUFFIX, '');
  const hasSuffix = base !== password && password.length - base.length <= MAX_SUFFIX;
  return hasSuffix && isOneWord(estimate(base, PRODUCT_WORDS), MAX_RANK_WITH_SUFFIX)
    ? 'common'
    : undefined;
}

/** Compares without digits and signs at both ends, forwards and backwards. */
function resemblesUsername(password: string, username: string): boolean {
  const [typed, name] = [password, username].map((text) => text.toLowerCase().normalize('NFKC'));
  const names = [name, reverse(name ?? '')];
  return names.includes(typed) || names.includes(typed?.replace(MARGINS, '') || undefined);
}

function reverse(text: string): string {
  return [...text].reverse().join('');
}

function isOneWord({ sequence }: PasswordEstimate, maxRank = Number.POSITIVE_INFINITY): boolean {
  const [match] = sequence;
  return sequence.length === 1 && match?.pattern === 'dictionary' && Number(match.rank) <= maxRank;
}

function reasonOf({ sequence }: PasswordEstimate, username: string): PasswordWeakness {
  const words = sequence.filter(({ pattern }) => pattern === 'dictionary');
  if (words.some(({ matchedWord }) => matchedWord === username.toLowerCase())) return 'username';
  return words.length > 0 ? 'common' : 'pattern';
}
