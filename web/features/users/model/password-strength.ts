import {
  COMMON_PASSWORDS,
  ESTIMATE_LIMITS,
  type Estimate,
  findWeakness,
} from '#contract/passwords/rules.ts';
import { MIN_PASSWORD_LENGTH, type PasswordWeakness } from '#contract/users/rules.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';

export const STRENGTHS = ['short', 'refused', 'weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

export type Assessment = { strength: Strength; weakness: PasswordWeakness | undefined };

let loaded: Estimate | undefined;

/** Loads the dictionary, which only forms that set a password need (200 KB compressed). */
export async function loadEstimate(): Promise<Estimate> {
  if (loaded) return loaded;
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await loadWithRetries(() =>
    Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]),
  );
  const words = { [COMMON_PASSWORDS]: dictionary[COMMON_PASSWORDS] };
  const options = { ...ESTIMATE_LIMITS, dictionary: words, graphs: adjacencyGraphs };
  const estimator = new ZxcvbnFactory(options);
  loaded = (password, words) => estimator.check(password, words);
  return loaded;
}

/** Returns why the server would refuse a password; undefined if it would not, or while the dictionary is not loaded. */
export function knownWeakness(password: string, username: string): PasswordWeakness | undefined {
  return loaded && findWeakness(password, username, loaded);
}

/** `minLength` is that of the account's role. */
export function assess(
  estimate: Estimate,
  password: string,
  { username, minLength = MIN_PASSWORD_LENGTH }: { username: string; minLength?: number },
): Assessment {
  if (password.length < minLength) return { strength: 'short', weakness: undefined };
  const weakness = findWeakness(password, username, estimate);
  if (weakness) return { strength: 'refused', weakness };
  const { score } = estimate(password, [username]);
  return { strength: STRENGTHS[Math.max(score, 1) + 1] ?? 'strong', weakness };
}
