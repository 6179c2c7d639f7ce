import {
  COMMON_PASSWORDS,
  ESTIMATE_LIMITS,
  type Estimate,
  findWeakness,
} from '#contract/passwords/rules.ts';
import type { PasswordWeakness } from '#contract/users/rules.ts';

let loading: Promise<Estimate> | undefined;

/** Loads the dictionary (5 MB of memory) when the first password is set. */
function loadEstimate(): Promise<Estimate> {
  loading ??= readEstimate();
  return loading;
}

async function readEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const words = { [COMMON_PASSWORDS]: dictionary[COMMON_PASSWORDS] };
  const options = { ...ESTIMATE_LIMITS, dictionary: words, graphs: adjacencyGraphs };
  const estimator = new ZxcvbnFactory(options);
  return (password, words) => estimator.check(password, words);
}

/** Returns why a new password is too easy to guess; undefined if it is not. */
export async function findPasswordWeakness(
  password: string,
  username: string,
): Promise<PasswordWeakness | undefined> {
  return findWeakness(password, username, await loadEstimate());
}
